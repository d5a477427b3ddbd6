export interface GatherOptions<Item, Result> {
  /** Does all items in one go; answers in their order. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Items of one go, at most; asked before each. */
  readonly sizeMax: () => number;
  /** Goes side by side, at most: what arrives meanwhile forms the next one. */
  readonly runningMax: number;
  /** Goes that are not full begin so far apart: what comes close together costs less in one, and a lone call does not wait. */
  readonly apartMs: number;
  /** Whether a failure is of the whole go (a server that cannot be reached) rather than of one item. */
  readonly isOfAll: (error: unknown) => boolean;
}

interface Call<Item, Result> {
  readonly item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Makes one function out of a batch function: calls that are made side by side share a go. When a go fails, its items are
 * run one by one, so that a bad one fails alone.
 */
export function gatherCalls<Item, Result>(options: GatherOptions<Item, Result>): (item: Item) => Promise<Result> {
  const { run, sizeMax, runningMax, apartMs, isOfAll } = options;
  const waiting: Call<Item, Result>[] = [];
  let runningCount = 0;
  let begunAtMs = Number.NEGATIVE_INFINITY;
  /** Whether those who wait have waited for long enough. */
  let isDue = false;
  let unschedule: (() => void) | undefined;

  async function runTogether(calls: readonly Call<Item, Result>[]): Promise<void> {
    try {
      const results = await run(calls.map(({ item }) => item));
      // The array holds a result for each item: that is what `run` promises.
      calls.forEach((call, index) => void call.resolve(results[index] as Result));
    } catch (error) {
      if (calls.length === 1 || isOfAll(error)) for (const call of calls) call.reject(error);
      else for (const call of calls) await runTogether([call]);
    }
  }

  function startGoes(): void {
    while (runningCount < runningMax && waiting.length > 0 && (isDue || waiting.length >= sizeMax())) {
      runningCount += 1;
      begunAtMs = performance.now();
      void runTogether(waiting.splice(0, sizeMax())).finally(() => {
        runningCount -= 1;
        startGoes();
      });
    }
    if (waiting.length > 0) return;
    isDue = false;
    unschedule?.();
    unschedule = undefined;
  }

  function startDue(): void {
    unschedule = undefined;
    isDue = true;
    startGoes();
  }

  /** Answers how to take it back. */
  function schedule(): () => void {
    const waitMs = begunAtMs + apartMs - performance.now();
    if (waitMs > 0) {
      const timer = setTimeout(startDue, waitMs);
      return () => clearTimeout(timer);
    }
    // After this turn of the loop: everything that the same packet brought joins in.
    const immediate = setImmediate(startDue);
    return () => clearImmediate(immediate);
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isDue) unschedule ??= schedule();
      if (waiting.length >= sizeMax()) startGoes();
    });
}
