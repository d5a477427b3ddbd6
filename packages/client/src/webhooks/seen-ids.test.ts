import { expect, test } from "@jest/globals";
import { createMemoryOfIds } from "./seen-ids.js";

test("an id is new once", async () => {
  const seen = createMemoryOfIds();
  expect(await Promise.all([seen.add("a"), seen.add("a"), seen.add("b")])).toEqual([true, false, true]);
});

test("an id is kept for the configured time, and no longer", async () => {
  let now = 0;
  const seen = createMemoryOfIds({ keptMs: 1_000, nowMs: () => now });
  await seen.add("a");
  now = 999;
  expect(await seen.add("a")).toBe(false);
  now = 1_000;
  expect(await seen.add("a")).toBe(true);
});

test("the number of ids is limited; the oldest are removed first", async () => {
  const seen = createMemoryOfIds({ idsMax: 2 });
  for (const id of ["a", "b", "c"]) await seen.add(id);
  expect(await seen.add("c")).toBe(false);
  expect(await seen.add("b")).toBe(false);
  expect(await seen.add("a")).toBe(true);
});

test("an id that was removed and added again counts from then on", async () => {
  const seen = createMemoryOfIds({ idsMax: 2, nowMs: () => 0 });
  for (const id of ["a", "b"]) await seen.add(id);
  await seen.remove("a");
  for (const id of ["a", "c"]) await seen.add(id);
  expect(await Promise.all(["a", "c"].map((id) => seen.add(id)))).toEqual([false, false]);
  expect(await seen.add("b")).toBe(true);
});

test("ids are kept again after all were removed", async () => {
  let now = 0;
  const seen = createMemoryOfIds({ keptMs: 1_000, nowMs: () => now });
  for (let round = 0; round < 3; round += 1) {
    for (const id of ["a", "b", "c"]) expect(await seen.add(id)).toBe(true);
    for (const id of ["a", "b", "c"]) expect(await seen.add(id)).toBe(false);
    await seen.remove("b");
    now += 1_000;
  }
});

test("by default an id is kept over a whole retry schedule", async () => {
  let now = 0;
  const seen = createMemoryOfIds({ nowMs: () => now });
  await seen.add("a");
  now = 76 * 3_600_000 * 1.2;
  expect(await seen.add("a")).toBe(false);
});
