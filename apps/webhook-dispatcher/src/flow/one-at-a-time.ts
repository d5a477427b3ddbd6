/** A single place: whoever gets it works alone. Nobody waits for it. */
export interface OneAtATime {
  /** Runs the work if the place is free; otherwise answers `taken` and runs nothing. */
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
