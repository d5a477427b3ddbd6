/** Tells a person at a terminal what is going on. */
export interface Progress {
  /** Runs a step and prints its name, what it found and how long it took. */
  step<T>(name: string, work: () => Promise<T>, describe?: (result: T) => string): Promise<T>;
  say(text: string): void;
}

export function createProgress(out: NodeJS.WritableStream): Progress {
  // A reader that has gone away (npm start | head) is no reason to stop the house.
  out.on("error", () => {});
  return {
    say: (text) => void out.write(`${text}\n`),
    async step(name, work, describe) {
      const startedAtMs = performance.now();
      const result = await work();
      const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
      out.write(`  ✓ ${name}${describe ? `: ${describe(result)}` : ""} (${seconds} s)\n`);
      return result;
    },
  };
}
