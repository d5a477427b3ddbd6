/** Runs at most one piece of work at a time. Nothing waits for the slot. */
export interface OneAtATime {
  /** Runs the work if the slot is free; otherwise returns `taken` and runs nothing. */
  run<T>(work: () => Promise<T>): Promise<T | "taken">;
}

export function createOneAtATime(): OneAtATime {
  let isTaken = false;
  return {
    async run(work) {
      if (isTaken) return "taken";
      isTaken = true;
      try {
        return await work();
      } finally {
        isTaken = false;
      }
    },
  };
}
