const WIDTH = 30;

/** One line of a terminal that shows progress; prints nothing when the output is not a terminal. */
export interface ProgressBar {
  show(percent: number, text: string): void;
  /** Clears the line. */
  clear(): void;
}

interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export function createProgressBar(out: Terminal): ProgressBar {
  if (out.isTTY !== true) return { show: () => undefined, clear: () => undefined };
  return {
    show: (percent, text) => void out.write(`\r\u001b[2K${barOf(percent, text).slice(0, (out.columns ?? 80) - 1)}`),
    clear: () => void out.write("\r\u001b[2K"),
  };
}

/** `[#########---------------------]  30 %  text` */
export function barOf(percent: number, text: string): string {
  const done = Math.round((Math.min(Math.max(percent, 0), 100) / 100) * WIDTH);
  return `[${"#".repeat(done)}${"-".repeat(WIDTH - done)}] ${String(Math.floor(percent)).padStart(3)} %  ${text}`;
}
