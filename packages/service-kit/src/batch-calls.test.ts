import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { batchCalls } from "./batch-calls.js";

afterEach(() => void jest.useRealTimers());

function batchDoubling(
  options: {
    sizeMax?: () => number;
    concurrentMax?: number;
    minIntervalMs?: number;
    bad?: number;
    failsWholeBatch?: boolean;
    keyOf?: (item: number) => string;
  } = {},
) {
  const { sizeMax = () => 100, concurrentMax = 1, minIntervalMs = 0, bad, failsWholeBatch = false, keyOf } = options;
  const batches: (readonly number[])[] = [];
  let running = 0;
  let mostRunning = 0;
  const call = batchCalls<number, number>({
    run: async (items) => {
      batches.push(items);
      running += 1;
      mostRunning = Math.max(mostRunning, running);
      await new Promise((done) => setImmediate(done));
      running -= 1;
      if (bad !== undefined && items.includes(bad)) throw new Error(`cannot do ${bad}`);
      return items.map((item) => item * 2);
    },
    sizeMax,
    concurrentMax,
    minIntervalMs,
    failsWholeBatch: () => failsWholeBatch,
    ...(keyOf && { keyOf }),
  });
  return { call, batches, mostRunning: () => mostRunning };
}

test("concurrent calls share a batch, and each gets its own result", async () => {
  const { call, batches } = batchDoubling();
  expect(await Promise.all([1, 2, 3].map(call))).toEqual([2, 4, 6]);
  expect(batches).toEqual([[1, 2, 3]]);
});

test("no batch exceeds the maximum size, and no more run concurrently than allowed", async () => {
  const { call, batches, mostRunning } = batchDoubling({ sizeMax: () => 2 });
  expect(await Promise.all([1, 2, 3, 4, 5].map(call))).toEqual([2, 4, 6, 8, 10]);
  expect(mostRunning()).toBe(1);
  expect(batches).toEqual([[1, 2], [3, 4], [5]]);
});

test("a lone call does not wait; later calls wait for the interval, unless they fill a batch", async () => {
  const { call, batches } = batchDoubling({ sizeMax: () => 3, minIntervalMs: 60_000 });
  expect(await call(1)).toBe(2);
  expect(await Promise.all([2, 3, 4].map(call))).toEqual([4, 6, 8]);
  expect(batches).toEqual([[1], [2, 3, 4]]);
});

test("calls that wait for the interval share a batch", async () => {
  jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick"] });
  const { call, batches } = batchDoubling({ minIntervalMs: 5 });
  await call(1);
  const second = call(2);
  await new Promise((done) => setImmediate(done));
  const third = call(3);
  jest.advanceTimersByTime(5);
  expect(await Promise.all([second, third])).toEqual([4, 6]);
  expect(batches).toEqual([[1], [2, 3]]);
});

test("only the bad item fails", async () => {
  const { call } = batchDoubling({ bad: 2 });
  const results = await Promise.allSettled([1, 2, 3].map(call));
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});

test("an error of the whole batch is not repeated item by item", async () => {
  const { call, batches } = batchDoubling({ bad: 2, failsWholeBatch: true });
  const results = await Promise.allSettled([1, 2, 3].map(call));
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(batches).toHaveLength(1);
  expect(await call(5)).toBe(10);
});

describe("items with the same key", () => {
  const lastDigit = (item: number) => String(item % 10);

  test("run one after the other, in their order, while others pass them", async () => {
    const { call, batches } = batchDoubling({ concurrentMax: 2, keyOf: lastDigit });
    expect(await Promise.all([1, 11, 21, 2].map(call))).toEqual([2, 22, 42, 4]);
    expect(batches).toEqual([[1, 2], [11], [21]]);
  });

  test("run again after one has failed", async () => {
    const { call } = batchDoubling({ bad: 1, keyOf: lastDigit });
    const results = await Promise.allSettled([1, 11, 2].map(call));
    expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  });

  test("do not exceed the maximum size of a batch", async () => {
    const { call, batches } = batchDoubling({ sizeMax: () => 2, keyOf: lastDigit });
    await Promise.all([1, 11, 2, 3, 12].map(call));
    expect(batches).toEqual([[1], [11, 2], [3, 12]]);
  });
});
