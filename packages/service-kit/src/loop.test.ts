import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { createLogger } from "./logger.js";
import { type Loop, type LoopOptions, startLoop } from "./loop.js";

const logger = createLogger({ service: "test", level: "silent" });

let loop: Loop | undefined;
beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(async () => {
  const stopped = loop?.stop();
  await fewTurns();
  await stopped;
  loop = undefined;
  jest.useRealTimers();
});

function start(run: LoopOptions["run"], options: Partial<LoopOptions> = {}): Loop {
  loop = startLoop({ name: "relay", intervalMs: 1_000, logger, run, ...options });
  return loop;
}

const settle = () => jest.advanceTimersByTimeAsync(0);

/** Enough for a few runs in a row; with the fake clock, each takes one millisecond. */
const fewTurns = () => jest.advanceTimersByTimeAsync(10);

/** A run that continues until `end` is called. */
function heldRun() {
  const state = { startCount: 0, end: () => {}, signal: undefined as AbortSignal | undefined };
  const run = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      state.startCount += 1;
      state.signal = signal;
      state.end = resolve;
    });
  return { state, run };
}

describe("startLoop", () => {
  test("runs at once and then each interval after the last run ended", async () => {
    const { state, run } = heldRun();
    start(run);
    expect(state.startCount).toBe(1);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(state.startCount).toBe(1);
    state.end();
    await jest.advanceTimersByTimeAsync(999);
    expect(state.startCount).toBe(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(state.startCount).toBe(2);
    state.end();
  });

  test("never overlaps itself, and runs once more for any number of wakes", async () => {
    const { state, run } = heldRun();
    const { wake } = start(run);
    wake();
    wake();
    await jest.advanceTimersByTimeAsync(100);
    expect(state.startCount).toBe(1);
    state.end();
    await settle();
    expect(state.startCount).toBe(2);
    state.end();
    await jest.advanceTimersByTimeAsync(999);
    expect(state.startCount).toBe(2);
  });

  test("wakes early", async () => {
    const run = jest.fn(async () => {});
    const { wake } = start(run, { intervalMs: 3_600_000 });
    await settle();
    expect(run).toHaveBeenCalledTimes(1);
    wake();
    await settle();
    expect(run).toHaveBeenCalledTimes(2);
  });

  test("runs again at once while there is more, and yields to other work in between", async () => {
    const outcomes = ["more", "more", "idle"] as const;
    const order: string[] = [];
    start(async () => {
      setImmediate(() => order.push("other"));
      return outcomes[order.push("run") / 2 - 0.5];
    });
    await fewTurns();
    expect(order).toEqual(["run", "other", "run", "other", "run", "other"]);
  });

  test("gets the time of the following run from next", async () => {
    const run = jest.fn(async () => {});
    const dates = [90_000, 200_000].map((ms) => new Date(Date.now() + ms));
    start(run, { next: () => dates.shift() });
    await jest.advanceTimersByTimeAsync(89_999);
    expect(run).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(run).toHaveBeenCalledTimes(2);
    await jest.advanceTimersByTimeAsync(110_000);
    expect(run).toHaveBeenCalledTimes(3);
  });

  test("runs again at once for a next time in the past, and yields to other work in between", async () => {
    let isOthersTurn = false;
    setImmediate(() => {
      isOthersTurn = true;
    });
    start(async () => {}, { next: () => (isOthersTurn ? undefined : new Date(0)) });
    await fewTurns();
    expect(isOthersTurn).toBe(true);
  });

  test("without a next time, it waits for a wake", async () => {
    const run = jest.fn(async () => {});
    const { wake } = start(run, { next: () => undefined });
    await jest.advanceTimersByTimeAsync(10 * 86_400_000);
    expect(run).toHaveBeenCalledTimes(1);
    wake();
    await settle();
    expect(run).toHaveBeenCalledTimes(2);
  });

  test("a failed run is logged and retried with increasing delays, which are reset by a success", async () => {
    const outcomes = [true, true, false, true];
    const runsAt: number[] = [];
    const failures: number[] = [];
    const startedAt = Date.now();
    start(
      async () => {
        runsAt.push(Date.now() - startedAt);
        if (outcomes.shift()) throw new Error("database gone");
      },
      { retryMs: (failureCount) => 100 * failureCount, onError: (_error, failureCount) => failures.push(failureCount) },
    );
    await jest.advanceTimersByTimeAsync(2_000);
    expect(runsAt).toEqual([0, 100, 300, 1_300, 1_400]);
    expect(failures).toEqual([1, 2, 1]);
  });

  test("wakes do not shorten the pause after a failure", async () => {
    const run = jest.fn(() => Promise.reject(new Error("database gone")));
    const { wake } = start(run, { retryMs: () => 100, onError: () => {} });
    await settle();
    for (let elapsedMs = 0; elapsedMs < 99; elapsedMs += 1) {
      wake();
      await jest.advanceTimersByTimeAsync(1);
    }
    expect(run).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(run).toHaveBeenCalledTimes(2);
  });

  test("a run that throws instead of rejecting does not end the loop", async () => {
    const run = jest.fn((): Promise<void> => {
      throw new Error("thrown");
    });
    start(run, { retryMs: () => 10, onError: () => {} });
    await jest.advanceTimersByTimeAsync(10);
    expect(run).toHaveBeenCalledTimes(2);
  });

  test("failures are logged when there is no onError", async () => {
    const lines: string[] = [];
    const told = createLogger({ service: "a", level: "info", destination: { write: (line) => lines.push(line) } });
    start(() => Promise.reject(new Error("gone")), { logger: told });
    await settle();
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { event: "loop.failed", level: "error", loop: "relay", failure_count: 1, err: { message: "gone" } },
    ]);
  });
});

describe("stop", () => {
  test("aborts the current run, waits for it, and starts no other", async () => {
    const { state, run } = heldRun();
    const { stop, wake } = start(run);
    let isStopped = false;
    const stopped = stop().then(() => {
      isStopped = true;
    });
    wake();
    await jest.advanceTimersByTimeAsync(5_000);
    expect([isStopped, state.signal?.aborted]).toEqual([false, true]);
    state.end();
    await stopped;
    await jest.advanceTimersByTimeAsync(5_000);
    expect(state.startCount).toBe(1);
  });

  test("ends a pause at once and leaves no timer", async () => {
    const { stop } = start(async () => {}, { intervalMs: 3_600_000 });
    await settle();
    await stop();
    await stop();
    expect(jest.getTimerCount()).toBe(0);
  });

  test("ends the pause after a failure at once", async () => {
    const { stop } = start(() => Promise.reject(new Error("gone")), { retryMs: () => 3_600_000, onError: () => {} });
    await settle();
    await stop();
    expect(jest.getTimerCount()).toBe(0);
  });

  test("the error of a run that it aborted is not reported", async () => {
    const onError = jest.fn();
    const run = (signal: AbortSignal) =>
      new Promise<void>((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    const { stop } = start(run, { onError });
    await stop();
    expect(onError).not.toHaveBeenCalled();
  });
});
