import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { CheckFailure, createHealth } from "./health.js";
import { createLogger } from "./logger.js";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** A check that can be made to fail and to recover, and that counts its runs. */
function switchable() {
  const state = { failure: undefined as unknown, runCount: 0 };
  const check = async () => {
    state.runCount += 1;
    if (state.failure !== undefined) throw state.failure;
  };
  return { state, check };
}

describe("ready", () => {
  test("is ready when all checks pass", async () => {
    const health = createHealth();
    health.add("database", async () => {});
    health.add("bus", async () => {});
    expect(await health.ready()).toEqual({
      ok: true,
      isDegraded: false,
      checks: [
        { name: "database", ok: true },
        { name: "bus", ok: true },
      ],
    });
  });

  test("is not ready while a check fails, and ready again when it recovers", async () => {
    const health = createHealth();
    const { state, check } = switchable();
    health.add("bus", async () => {});
    health.add("database", check);
    state.failure = new Error("connect postgres://app:CANARY@db refused");
    expect(await health.ready()).toEqual({
      ok: false,
      isDegraded: false,
      checks: [
        { name: "bus", ok: true },
        { name: "database", ok: false, error: "database unreachable" },
      ],
    });
    state.failure = undefined;
    jest.advanceTimersByTime(500);
    expect(await health.ready()).toMatchObject({ ok: true });
  });

  test("contains the message of a check only if it is public", async () => {
    const health = createHealth();
    health.add("bus", () => Promise.reject(new CheckFailure("1 of 3 consumers is gone")));
    expect((await health.ready()).checks).toEqual([{ name: "bus", ok: false, error: "1 of 3 consumers is gone" }]);
  });

  test.each([undefined, null, "text"])("a check that rejects with %p has failed", async (reason) => {
    const health = createHealth();
    health.add("bus", () => Promise.reject(reason));
    expect(await health.ready()).toMatchObject({ ok: false });
  });

  test("aborts a check after 2 s", async () => {
    const health = createHealth();
    let signal: AbortSignal | undefined;
    health.add("database", (given) => {
      signal = given;
      return new Promise(() => {});
    });
    const answer = health.ready();
    await jest.advanceTimersByTimeAsync(1_999);
    expect(signal?.aborted).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect((await answer).checks).toEqual([{ name: "database", ok: false, error: "database did not answer in time" }]);
    expect(signal?.aborted).toBe(true);
  });

  test("a required check that becomes slow is degraded for 15 s, then not ready, and ready again when it answers", async () => {
    const health = createHealth();
    let answer: Promise<void> = Promise.resolve();
    health.add("database", () => answer);
    const readyAfter = async (ms: number) => {
      await jest.advanceTimersByTimeAsync(ms);
      const readiness = health.ready();
      await jest.advanceTimersByTimeAsync(2_000);
      return await readiness;
    };
    expect(await health.ready()).toMatchObject({ ok: true, isDegraded: false });
    answer = new Promise(() => {});
    const slow = { name: "database", ok: false, slow: true, error: "database did not answer in time" };
    expect(await readyAfter(500)).toEqual({ ok: true, isDegraded: true, checks: [slow] });
    expect(await readyAfter(10_499)).toMatchObject({ ok: true, isDegraded: true });
    expect(await readyAfter(500)).toMatchObject({ ok: false, isDegraded: false });
    answer = Promise.reject(new Error("connection refused"));
    expect(await readyAfter(500)).toMatchObject({ ok: false });
    answer = Promise.resolve();
    expect(await readyAfter(500)).toMatchObject({ ok: true, isDegraded: false });
  });

  test("a required check that is slow from the start is not ready", async () => {
    const health = createHealth();
    health.add("database", () => new Promise(() => {}));
    const readiness = health.ready();
    await jest.advanceTimersByTimeAsync(2_000);
    expect(await readiness).toMatchObject({ ok: false });
  });

  test("runs the checks once for all simultaneous calls", async () => {
    const health = createHealth();
    const { state, check } = switchable();
    health.add("database", check);
    await Promise.all([health.ready(), health.ready(), health.ready()]);
    expect(state.runCount).toBe(1);
  });

  test("caches the result for 500 ms and then checks again", async () => {
    const health = createHealth();
    const { state, check } = switchable();
    health.add("database", check);
    await health.ready();
    jest.advanceTimersByTime(499);
    await health.ready();
    expect(state.runCount).toBe(1);
    jest.advanceTimersByTime(1);
    await health.ready();
    expect(state.runCount).toBe(2);
  });

  test("an added check counts at once, and no longer after it is removed", async () => {
    const health = createHealth();
    await health.ready();
    const takeAway = health.add("bus", () => Promise.reject(new Error("gone")));
    expect(await health.ready()).toMatchObject({ ok: false });
    takeAway();
    expect(await health.ready()).toEqual({ ok: true, isDegraded: false, checks: [] });
  });

  test("a check added while the others run is not skipped afterwards", async () => {
    const health = createHealth();
    health.add("database", async () => {});
    const running = health.ready();
    health.add("bus", () => Promise.reject(new Error("gone")));
    await running;
    expect(await health.ready()).toMatchObject({ ok: false });
  });

  test("stays ready, but degraded, while only a check that is not required fails", async () => {
    const health = createHealth({ cacheMs: 0 });
    const { state, check } = switchable();
    health.add("database", async () => {});
    health.add("bus", check, { isRequired: false });
    state.failure = new Error("refused");
    expect(await health.ready()).toEqual({
      ok: true,
      isDegraded: true,
      checks: [
        { name: "database", ok: true },
        { name: "bus", ok: false, required: false, error: "bus unreachable" },
      ],
    });
    state.failure = undefined;
    expect(await health.ready()).toMatchObject({ ok: true, isDegraded: false });
  });

  test("is not ready while draining, with the reason", async () => {
    const health = createHealth();
    health.add("database", async () => {});
    await health.ready();
    health.setDraining();
    expect(await health.ready()).toEqual({
      ok: false,
      isDegraded: false,
      reason: "draining",
      checks: [{ name: "database", ok: true }],
    });
  });
});

test("each change is logged once, with the private error", async () => {
  const lines: string[] = [];
  const logger = createLogger({ service: "a", level: "info", destination: { write: (line) => lines.push(line) } });
  const health = createHealth({ logger, cacheMs: 0 });
  const { state, check } = switchable();
  health.add("database", check);
  for (const failure of [undefined, new Error("refused"), new Error("refused"), undefined, undefined]) {
    state.failure = failure;
    await health.ready();
  }
  expect(lines.map((line) => JSON.parse(line)).map(({ event, check, err }) => [event, check, err?.message])).toEqual([
    ["health.failed", "database", "refused"],
    ["health.recovered", "database", undefined],
  ]);
});
