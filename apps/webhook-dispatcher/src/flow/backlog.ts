/** Work that is done behind somebody who goes on meanwhile, and who waits when there is too much of it. */
export interface Backlog {
  /** Counts the work until it is over. */
  add<T>(work: Promise<T>): Promise<T>;
  /** Resolves when there is room for more. */
  roomy(): Promise<void>;
}

/** Room is given to all who wait at once: what they add may exceed `max` by what they bring. */
export function createBacklog(max: number): Backlog {
  let count = 0;
  let waiting: (() => void)[] = [];

  function leave(): void {
    count -= 1;
    if (count >= max) return;
    const awake = waiting;
    waiting = [];
    for (const goOn of awake) goOn();
  }

  return {
    add(work) {
      count += 1;
      return work.finally(leave);
    },
    async roomy() {
      while (count >= max) await new Promise<void>((resolve) => void waiting.push(resolve));
    },
  };
}
