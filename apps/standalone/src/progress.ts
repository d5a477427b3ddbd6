/** Reports progress at a terminal. */
export interface Progress {
  /** Runs a step and prints its name, its result and its duration. */
  step<T>(name: string, work: () => Promise<T>, describe?: (result: T) => string): Promise<T>;
  say(text: string): void;
}

export function createProgress(out: NodeJS.WritableStream): Progress {
  // When the reader of a pipe ends (npm start | head), the deployment continues.
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
