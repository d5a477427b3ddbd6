export interface GatherOptions<Item, Result> {
  /** Does all items in one go; answers in their order. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Items of one go, at most; asked before each. */
  readonly sizeMax: () => number;
  /** Goes side by side, at most: what arrives meanwhile forms the next one. */
  readonly runningMax: number;
  /** A go beside another begins with so many items at least: fewer wait for the other's end, and cost less together. */
  readonly besideMin: number;
  /** Whether a failure is of the whole go (a server that cannot be reached) rather than of one item. */
  readonly isOfAll: (error: unknown) => boolean;
}

interface Call<Item, Result> {
  readonly item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Makes one function out of a batch function: calls that are made side by side share a go. A lone call does not wait for
 * company. When a go fails, its items are run one by one, so that a bad one fails alone.
 */
export function gatherCalls<Item, Result>(options: GatherOptions<Item, Result>): (item: Item) => Promise<Result> {
  const { run, sizeMax, runningMax, isOfAll } = options;
  const waiting: Call<Item, Result>[] = [];
  let runningCount = 0;
  let isScheduled = false;

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

  const itemsMin = () => (runningCount === 0 ? 1 : options.besideMin);

  function startGoes(): void {
    isScheduled = false;
    while (waiting.length >= itemsMin() && runningCount < runningMax) {
      runningCount += 1;
      void runTogether(waiting.splice(0, sizeMax())).finally(() => {
        runningCount -= 1;
        startGoes();
      });
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isScheduled || runningCount >= runningMax || waiting.length < itemsMin()) return;
      isScheduled = true;
      // After this turn of the loop: everything that the same packet brought joins in.
      setImmediate(startGoes);
    });
}
