import { expect, test } from "@jest/globals";
import { gatherCalls } from "./gather-calls.js";

function gatherDoubling(
  more: { sizeMax?: () => number; runningMax?: number; apartMs?: number; bad?: number; isOfAll?: boolean } = {},
) {
  const { sizeMax = () => 100, runningMax = 1, apartMs = 0, bad, isOfAll = false } = more;
  const goes: (readonly number[])[] = [];
  let [running, mostRunning] = [0, 0];
  const call = gatherCalls<number, number>({
    run: async (items) => {
      goes.push(items);
      running += 1;
      mostRunning = Math.max(mostRunning, running);
      await new Promise((done) => setImmediate(done));
      running -= 1;
      if (bad !== undefined && items.includes(bad)) throw new Error(`cannot do ${bad}`);
      return items.map((item) => item * 2);
    },
    sizeMax,
    runningMax,
    apartMs,
    isOfAll: () => isOfAll,
  });
  return { call, goes, mostRunning: () => mostRunning };
}

test("calls made side by side share one go, and each gets its own answer", async () => {
  const { call, goes } = gatherDoubling();
  expect(await Promise.all([1, 2, 3].map(call))).toEqual([2, 4, 6]);
  expect(goes).toEqual([[1, 2, 3]]);
});

test("no go is larger than allowed, and no more run side by side than allowed", async () => {
  const { call, goes } = gatherDoubling({ sizeMax: () => 2 });
  expect(await Promise.all([1, 2, 3, 4, 5].map(call))).toEqual([2, 4, 6, 8, 10]);
  expect(goes).toEqual([[1, 2], [3, 4], [5]]);
});

test("a lone call does not wait; what comes soon after waits for company, unless it is enough for a full go", async () => {
  const { call, goes } = gatherDoubling({ sizeMax: () => 3, apartMs: 60_000 });
  expect(await call(1)).toBe(2);
  expect(await Promise.all([2, 3, 4].map(call))).toEqual([4, 6, 8]);
  expect(goes).toEqual([[1], [2, 3, 4]]);
});

test("those who wait for company go together when their time has come", async () => {
  const { call, goes } = gatherDoubling({ apartMs: 5 });
  await call(1);
  const second = call(2);
  await new Promise((done) => setImmediate(done));
  expect(await Promise.all([second, call(3)])).toEqual([4, 6]);
  expect(goes).toEqual([[1], [2, 3]]);
});

test("a bad item fails alone", async () => {
  const { call } = gatherDoubling({ bad: 2 });
  const results = await Promise.allSettled([1, 2, 3].map(call));
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});

test("a failure of the whole go is not repeated item by item", async () => {
  const { call, goes } = gatherDoubling({ bad: 2, isOfAll: true });
  const results = await Promise.allSettled([1, 2, 3].map(call));
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(goes).toHaveLength(1);
  expect(await call(5)).toBe(10);
});
