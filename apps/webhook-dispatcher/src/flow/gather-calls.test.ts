import { expect, test } from "@jest/globals";
import { gatherCalls } from "./gather-calls.js";

function gatherDoubling(more: { sizeMax?: () => number; runningMax?: number; bad?: number; isOfAll?: boolean } = {}) {
  const { sizeMax = () => 100, runningMax = 1, bad, isOfAll = false } = more;
  const goes: (readonly number[])[] = [];
  const call = gatherCalls<number, number>({
    run: async (items) => {
      goes.push(items);
      await new Promise((done) => setImmediate(done));
      if (bad !== undefined && items.includes(bad)) throw new Error(`cannot do ${bad}`);
      return items.map((item) => item * 2);
    },
    sizeMax,
    runningMax,
    isOfAll: () => isOfAll,
  });
  return { call, goes };
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
