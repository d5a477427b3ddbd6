import { expect, jest, test } from "@jest/globals";
import { createConnectionShares, SHARE_IN_USE } from "./connection-shares.js";

const MAX = 10;

/** Work that goes on until it is told to end, and how much of it is under way. */
function openWork(shares = createConnectionShares(MAX, { waitMaxMs: 5_000 })) {
  const ends: (() => void)[] = [];
  const underWay: string[] = [];
  const all: Promise<void>[] = [];
  function start(workspaceId: string) {
    const work = shares.run(workspaceId, () => {
      underWay.push(workspaceId);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
    all.push(work);
    return work;
  }
  /** Ends one after the other until all were under way. */
  async function endAll() {
    for (let i = 0; i < all.length; i += 1) {
      ends[i]?.();
      await turn();
    }
    await Promise.all(all);
  }
  const startMany = (workspaceId: string, count: number) => Array.from({ length: count }, () => start(workspaceId));
  const countOf = (workspaceId: string) => underWay.filter((one) => one === workspaceId).length;
  return { shares, ends, endAll, underWay, start, startMany, countOf };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("one workspace holds two thirds at most, two leave some to a third", async () => {
  const { startMany, countOf, endAll } = openWork();
  startMany("a", 50);
  await turn();
  expect(countOf("a")).toBe(7);
  startMany("b", 50);
  startMany("c", 50);
  await turn();
  expect(countOf("b") + countOf("c")).toBe(3);
  expect(countOf("b")).toBeGreaterThan(0);
  expect(countOf("c")).toBeGreaterThan(0);
  await endAll();
});

test("no more are held than there are, whoever asks", async () => {
  const { start, underWay, endAll } = openWork();
  for (let i = 0; i < 40; i += 1) start(`ws_${i}`);
  await turn();
  expect(underWay).toHaveLength(MAX);
  await endAll();
});

test("who waits comes in order of arrival, as soon as there is room, and all come", async () => {
  const { startMany, start, endAll, underWay } = openWork();
  startMany("a", 20);
  start("b");
  start("c");
  await endAll();
  expect(underWay).toHaveLength(22);
  expect(underWay.slice(0, 9)).toEqual(["a", "a", "a", "a", "a", "a", "a", "b", "c"]);
});

test("work that fails gives its connection back", async () => {
  const { shares } = openWork();
  const failed = Array.from({ length: 30 }, () => shares.run("a", () => Promise.reject(new Error("own"))));
  for (const one of failed) await expect(one).rejects.toThrow("own");
  await expect(shares.run("a", () => Promise.resolve(1))).resolves.toBe(1);
});

test("a workspace that holds none is not told that it holds its share", async () => {
  jest.useFakeTimers();
  try {
    const { start, ends } = openWork();
    for (let i = 0; i < MAX; i += 1) start(`ws_${i}`);
    const late = start("late");
    jest.advanceTimersByTime(5_000);
    await expect(late).rejects.toMatchObject({ code: "53300", message: expect.not.stringContaining("a workspace") });
    for (const end of ends.splice(0)) end();
  } finally {
    jest.useRealTimers();
  }
});

test("who has waited too long is told so as by PostgreSQL, and is out of the queue", async () => {
  jest.useFakeTimers();
  try {
    const { startMany, ends, start, countOf } = openWork();
    startMany("a", 7);
    const late = start("a");
    jest.advanceTimersByTime(5_000);
    await expect(late).rejects.toMatchObject({ code: "53300", message: SHARE_IN_USE });
    for (const end of ends.splice(0)) end();
    await Promise.resolve();
    expect(countOf("a")).toBe(7);
  } finally {
    jest.useRealTimers();
  }
});
