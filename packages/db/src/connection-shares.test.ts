import { expect, jest, test } from "@jest/globals";
import { createConnectionShares, SHARE_IN_USE } from "./connection-shares.js";

const MAX = 10;

/** Work that runs until it is ended, and how much of it is running. */
function openWork(shares = createConnectionShares(MAX, { waitMaxMs: 5_000 })) {
  const ends: (() => void)[] = [];
  const running: string[] = [];
  const all: Promise<void>[] = [];
  function start(workspaceId: string) {
    const work = shares.run(workspaceId, () => {
      running.push(workspaceId);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
    all.push(work);
    return work;
  }
  /** Ends one after the other until all have run. */
  async function endAll() {
    for (let i = 0; i < all.length; i += 1) {
      ends[i]?.();
      await turn();
    }
    await Promise.all(all);
  }
  const startMany = (workspaceId: string, count: number) => Array.from({ length: count }, () => start(workspaceId));
  const countOf = (workspaceId: string) => running.filter((one) => one === workspaceId).length;
  return { shares, ends, endAll, running, start, startMany, countOf };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("a workspace that is alone uses two thirds", async () => {
  const { startMany, countOf, endAll } = openWork();
  startMany("a", 50);
  await turn();
  expect(countOf("a")).toBe(7);
  await endAll();
});

test("a busy workspace next to others uses a quarter, and each of them has some", async () => {
  const { startMany, start, countOf, endAll } = openWork();
  start("b");
  startMany("a", 50);
  startMany("c", 50);
  await turn();
  expect([countOf("a"), countOf("b"), countOf("c")]).toEqual([3, 1, 2]);
  await endAll();
});

test("others count for a second after they asked for a connection", async () => {
  let nowMs = 0;
  const { ends, startMany, start, countOf, endAll } = openWork(
    createConnectionShares(MAX, { waitMaxMs: 5_000, nowMs: () => nowMs }),
  );
  start("b");
  ends[0]?.();
  await turn();
  nowMs = 999;
  startMany("a", 50);
  await turn();
  expect(countOf("a")).toBe(3);
  nowMs = 1_000;
  ends[1]?.();
  await turn();
  expect(countOf("a")).toBe(1 + 7);
  await endAll();
});

test("no more connections are used than exist", async () => {
  const { start, running, endAll } = openWork();
  for (let i = 0; i < 40; i += 1) start(`ws_${i}`);
  await turn();
  expect(running).toHaveLength(MAX);
  await endAll();
});

test("waiting callers are served in order of arrival, as soon as connections are free", async () => {
  const { startMany, start, endAll, running } = openWork();
  startMany("a", 20);
  start("b");
  start("c");
  await endAll();
  expect(running).toHaveLength(22);
  expect(running.slice(0, 9)).toEqual(["a", "a", "a", "a", "a", "a", "a", "b", "c"]);
});

test("work that fails releases its connection", async () => {
  const { shares } = openWork();
  const failed = Array.from({ length: 30 }, () => shares.run("a", () => Promise.reject(new Error("own"))));
  for (const one of failed) await expect(one).rejects.toThrow("own");
  await expect(shares.run("a", () => Promise.resolve(1))).resolves.toBe(1);
});

test("the error of a workspace without connections does not blame its share", async () => {
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

test("a caller that waits too long gets PostgreSQL's error and leaves the queue", async () => {
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
