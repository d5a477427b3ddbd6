import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { mapInSlices } from "./map-in-slices.js";

const items = Array.from({ length: 130 }, (_, n) => n);

const still = () => 0;

test("maps every item with its index, and lets other work run in between", async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const seen: number[] = [];
  const mapped = await mapInSlices(
    items,
    (item, index) => {
      seen.push(turns);
      return item + index;
    },
    { turn },
    still,
  );
  clearImmediate(counting);
  expect(mapped).toEqual(items.map((n) => 2 * n));
  expect(new Set(seen).size).toBe(3);
});

test("stops before the next slice when it is aborted, and rejects with the reason", async () => {
  const gone = new AbortController();
  const seen: number[] = [];
  const mapping = mapInSlices(items, (item) => seen.push(item), { signal: gone.signal, turn }, still);
  setImmediate(() => gone.abort(new Error("left")));
  await expect(mapping).rejects.toThrow("left");
  expect(seen).toEqual(items.slice(0, 50));
});

test("slow items get slices of their own", async () => {
  let nowMs = 0;
  const gone = new AbortController();
  const seen: number[] = [];
  const slow = (item: number) => {
    nowMs += item === 1 ? 500 : 1;
    seen.push(item);
  };
  const mapping = mapInSlices(items, slow, { signal: gone.signal, turn }, () => nowMs);
  setImmediate(() => gone.abort(new Error("left")));
  await expect(mapping).rejects.toThrow("left");
  expect(seen).toEqual([0, 1]);
});

test("returns what it has mapped when it is over: always the first slice, and no further one", async () => {
  expect(await mapInSlices(items, (item) => item, { isOver: () => true, turn }, still)).toEqual(items.slice(0, 50));
  let slices = 0;
  const isOver = () => {
    slices += 1;
    return slices === 2;
  };
  expect(await mapInSlices(items, (item) => item, { isOver, turn }, still)).toEqual(items.slice(0, 100));
});
