/** Work that runs in the background, with a limit that producers wait for. */
export interface Backlog {
  /** Counts the work until it is settled. */
  add<T>(work: Promise<T>): Promise<T>;
  /** Resolves when fewer than `max` are left. */
  waitForCapacity(): Promise<void>;
}

/** All waiting producers resume at once, so the work that they add may exceed `max`. */
export function createBacklog(max: number): Backlog {
  let count = 0;
  let waiting: (() => void)[] = [];

  function finish(): void {
    count -= 1;
    if (count >= max) return;
    const resumed = waiting;
    waiting = [];
    for (const resume of resumed) resume();
  }

  return {
    add(work) {
      count += 1;
      return work.finally(finish);
    },
    async waitForCapacity() {
      while (count >= max) await new Promise<void>((resolve) => void waiting.push(resolve));
    },
  };
}
