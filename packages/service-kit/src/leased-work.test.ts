import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { LeaseLost } from "./lease.js";
import { type HeldLease, type LeasedWork, type LeasedWorkOptions, startLeasedWork } from "./leased-work.js";
import { createLogger } from "./logger.js";

const LEASE_MS = 30_000;
const lines: Record<string, unknown>[] = [];
const logger = createLogger({
  service: "test",
  level: "info",
  destination: { write: (line: string) => void lines.push(JSON.parse(line)) },
});
const events = () => lines.map(({ event }) => event);

let work: LeasedWork | undefined;
beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(async () => {
  const stopped = work?.stop();
  await soon();
  await stopped;
  lines.length = 0;
  jest.useRealTimers();
});

const soon = () => jest.advanceTimersByTimeAsync(10);

/** Work in memory: the pending pieces, and what has happened to each piece since. */
function createPieces(pieces: string[], given: Partial<LeasedWorkOptions<string>> = {}) {
  const happened: string[] = [];
  const state = { pieces, happened, inProgress: 0, finish: () => {} };
  const untilFinished = (_piece: string, { signal }: HeldLease) =>
    new Promise<void>((resolve, reject) => {
      state.inProgress += 1;
      state.finish = resolve;
      signal.addEventListener("abort", () => reject(signal.reason));
    }).finally(() => {
      state.inProgress -= 1;
    });
  const note = (what: string) => async (piece: string) => void happened.push(`${what} ${piece}`);
  work = startLeasedWork<string>({
    name: "runs",
    noun: "run",
    concurrency: 1,
    leaseMs: LEASE_MS,
    pollIntervalMs: 1_000,
    logger,
    claim: async () => state.pieces.shift(),
    renew: async () => true,
    release: note("released"),
    perform: untilFinished,
    shouldRelease: () => false,
    giveUp: note("gave up"),
    onEnd: note("ended"),
    facts: (piece) => ({ run_id: piece }),
    span: () => ({ tracer: "test", name: "run.perform" }),
    ...given,
  });
  return { state, work };
}

describe("claiming", () => {
  test("performs no more pieces at a time than the concurrency, and claims the next as soon as one ends", async () => {
    const { state } = createPieces(["a", "b", "c"], { concurrency: 2 });
    await soon();
    expect([state.inProgress, state.pieces]).toEqual([2, ["c"]]);
    state.finish();
    await soon();
    expect([state.inProgress, state.pieces, state.happened]).toEqual([2, [], ["ended b"]]);
  });

  test("finds new pieces within the poll interval, and at once when woken", async () => {
    const { state, work: started } = createPieces([], { perform: async () => {} });
    await soon();
    state.pieces.push("a");
    await jest.advanceTimersByTimeAsync(900);
    expect(state.happened).toEqual([]);
    await jest.advanceTimersByTimeAsync(200);
    expect(state.happened).toEqual(["ended a"]);
    state.pieces.push("b");
    started.wake();
    await soon();
    expect(state.happened).toEqual(["ended a", "ended b"]);
  });

  test("continues after a claim that failed", async () => {
    const claim = jest.fn(async (): Promise<string | undefined> => undefined);
    claim.mockRejectedValueOnce(new Error("the database is gone"));
    createPieces([], { claim });
    await jest.advanceTimersByTimeAsync(1_500);
    expect(events()).toEqual(["loop.failed"]);
    expect(claim.mock.calls.length).toBeGreaterThan(1);
  });
});

describe("a lease", () => {
  test("is renewed three times in its length for as long as the work goes on, and not after it", async () => {
    const renew = jest.fn(async () => true);
    const { state } = createPieces(["a"], { renew });
    await jest.advanceTimersByTimeAsync(2 * LEASE_MS + 100);
    expect(renew).toHaveBeenCalledTimes(7);
    state.finish();
    await jest.advanceTimersByTimeAsync(LEASE_MS);
    expect(renew).toHaveBeenCalledTimes(7);
  });

  test("that another process has taken interrupts the work, which is left alone", async () => {
    const renew = jest
      .fn(async () => true)
      .mockResolvedValueOnce(true)
      .mockResolvedValue(false);
    const { state } = createPieces(["a"], { renew });
    await jest.advanceTimersByTimeAsync(LEASE_MS / 3 + 100);
    expect(state.happened).toEqual(["ended a"]);
    expect(events()).toEqual(["run.lease_lost"]);
  });

  test("that cannot be renewed counts as lost shortly before it expires", async () => {
    const renew = jest.fn(async () => true).mockResolvedValueOnce(true);
    renew.mockRejectedValue(new Error("the database is gone"));
    const { state } = createPieces(["a"], { renew });
    await jest.advanceTimersByTimeAsync(0.9 * LEASE_MS - 100);
    expect(state.inProgress).toBe(1);
    await jest.advanceTimersByTimeAsync(200);
    expect([state.inProgress, state.happened]).toEqual([0, ["ended a"]]);
    expect(events().at(-1)).toBe("run.lease_lost");
  });

  test("that expired while the process was suspended is detected by check", async () => {
    let lease: HeldLease | undefined;
    createPieces(["a"], {
      perform: (_piece, held) => {
        lease = held;
        return new Promise((resolve) => held.signal.addEventListener("abort", () => resolve()));
      },
    });
    await soon();
    expect(() => lease?.check()).not.toThrow();
    const suspended = jest.spyOn(performance, "now").mockReturnValue(performance.now() + LEASE_MS);
    expect(() => lease?.check()).toThrow(LeaseLost);
    suspended.mockRestore();
  });
});

describe("a piece whose work throws", () => {
  test("is given up, and its place becomes free", async () => {
    const { state } = createPieces(["a", "b"], { perform: () => Promise.reject(new Error("broken")) });
    await soon();
    expect(state.happened).toEqual(["gave up a", "ended a", "gave up b", "ended b"]);
  });

  test("is released when the error has nothing to do with it", async () => {
    const lost = new Error("the database is gone");
    const { state } = createPieces(["a"], {
      perform: () => Promise.reject(lost),
      shouldRelease: (error) => error === lost,
    });
    await soon();
    expect(state.happened).toEqual(["released a", "ended a"]);
    expect(lines).toEqual([expect.objectContaining({ event: "run.given_back", run_id: "a" })]);
  });

  test("is left to its lease when it cannot be given up", async () => {
    const { state } = createPieces(["a"], {
      perform: () => Promise.reject(new Error("broken")),
      giveUp: () => Promise.reject(new Error("the database is gone")),
    });
    await soon();
    expect(state.happened).toEqual(["ended a"]);
    expect(events()).toEqual(["run.not_finished"]);
  });
});

describe("ending", () => {
  test("drain claims no more and resolves when the work in progress has ended", async () => {
    const { state, work: started } = createPieces(["a", "b"]);
    await soon();
    let isDrained = false;
    const drained = started.drain().then(() => {
      isDrained = true;
    });
    await jest.advanceTimersByTimeAsync(5_000);
    expect([isDrained, state.inProgress]).toEqual([false, 1]);
    state.finish();
    await soon();
    await drained;
    expect([state.pieces, state.happened]).toEqual([["b"], ["ended a"]]);
  });

  test("stop interrupts the work in progress and releases it, also during a drain", async () => {
    const { state, work: started } = createPieces(["a", "b"]);
    await soon();
    const drained = started.drain();
    const stopped = started.stop();
    await soon();
    await Promise.all([drained, stopped]);
    expect([state.pieces, state.happened]).toEqual([["b"], ["released a", "ended a"]]);
  });

  test("stop releases a piece that is claimed while it stops, without performing it", async () => {
    const perform = jest.fn(async () => {});
    let answer = (_piece: string) => {};
    const claim = () =>
      new Promise<string>((resolve) => {
        answer = resolve;
      });
    const { state, work: started } = createPieces([], { claim, perform });
    const stopped = started.stop();
    answer("a");
    await soon();
    await stopped;
    expect(perform).not.toHaveBeenCalled();
    expect(state.happened).toEqual(["released a", "ended a"]);
  });
});
