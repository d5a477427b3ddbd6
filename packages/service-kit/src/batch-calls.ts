export interface BatchOptions<Item, Result> {
  /** Processes one batch; returns the results in the order of the items. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Maximum items of one batch; read before each one. */
  readonly sizeMax: () => number;
  /** Batches that run concurrently. Calls that arrive meanwhile form the next one. */
  readonly concurrentMax: number;
  /** Batches that are not full start this far apart, so that more calls share one. A lone call does not wait. */
  readonly minIntervalMs: number;
  /** Whether an error fails the whole batch (a server that cannot be reached) and not only one of its items. */
  readonly failsWholeBatch: (error: unknown) => boolean;
  /** Of the items with the same key, only one at a time is in a running batch. The others wait, in their order. */
  readonly keyOf?: (item: Item) => string;
}

interface Call<Item, Result> {
  readonly item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Turns a batch function into a function of one item: concurrent calls share a batch. When a batch fails, its items run
 * one by one, so that only the bad ones fail.
 */
export function batchCalls<Item, Result>(options: BatchOptions<Item, Result>): (item: Item) => Promise<Result> {
  const { run, sizeMax, concurrentMax, minIntervalMs, failsWholeBatch, keyOf } = options;
  let waiting: Call<Item, Result>[] = [];
  const runningKeys = new Set<string>();
  let runningCount = 0;
  let lastStartMs = Number.NEGATIVE_INFINITY;
  /** Whether the waiting calls have waited long enough. */
  let isDue = false;
  let cancelTimer: (() => void) | undefined;

  async function runBatch(calls: readonly Call<Item, Result>[]): Promise<void> {
    try {
      const results = await run(calls.map(({ item }) => item));
      // `run` promises a result for each item.
      calls.forEach((call, index) => void call.resolve(results[index] as Result));
    } catch (error) {
      if (calls.length === 1 || failsWholeBatch(error)) for (const call of calls) call.reject(error);
      else for (const call of calls) await runBatch([call]);
    }
  }

  /** Empty if all waiting calls have a key of a running batch. */
  function takeBatch(): Call<Item, Result>[] {
    if (!keyOf) return waiting.splice(0, sizeMax());
    const max = sizeMax();
    const batch: Call<Item, Result>[] = [];
    const rest: Call<Item, Result>[] = [];
    for (const call of waiting) {
      const key = keyOf(call.item);
      if (batch.length < max && !runningKeys.has(key)) {
        runningKeys.add(key);
        batch.push(call);
      } else rest.push(call);
    }
    waiting = rest;
    return batch;
  }

  function startBatches(): void {
    while (runningCount < concurrentMax && waiting.length > 0 && (isDue || waiting.length >= sizeMax())) {
      const batch = takeBatch();
      if (batch.length === 0) return;
      runningCount += 1;
      lastStartMs = performance.now();
      void runBatch(batch).finally(() => {
        runningCount -= 1;
        if (keyOf) for (const { item } of batch) runningKeys.delete(keyOf(item));
        startBatches();
      });
    }
    if (waiting.length > 0) return;
    isDue = false;
    cancelTimer?.();
    cancelTimer = undefined;
  }

  function onDue(): void {
    cancelTimer = undefined;
    isDue = true;
    startBatches();
  }

  /** Returns the function that cancels the timer. */
  function startTimer(): () => void {
    const waitMs = lastStartMs + minIntervalMs - performance.now();
    if (waitMs > 0) {
      const timer = setTimeout(onDue, waitMs);
      return () => clearTimeout(timer);
    }
    // At the end of this turn of the event loop, so that calls caused by the same network packet share a batch.
    const immediate = setImmediate(onDue);
    return () => clearImmediate(immediate);
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isDue) cancelTimer ??= startTimer();
      if (waiting.length >= sizeMax()) startBatches();
    });
}
