import { FetchFailure } from "./fetch-failure.js";

/** How fast a host must send: this many bytes in each second of a window, on average. The first window is free. */
export interface PaceLimits {
  readonly windowMs: number;
  readonly bytesPerSecondMin: number;
}

/** Watches how fast a file arrives. It must be stopped. */
export interface Pace {
  /** Aborted when the host was too slow in one window. */
  readonly signal: AbortSignal;
  /** Counts the bytes of the file as they were sent. */
  note(bytes: number): void;
  /** Begins a new window, because the host has answered otherwise, such as with a redirect. */
  restart(): void;
  stop(): void;
  /** What to tell the owner of the source. */
  failure(): FetchFailure;
}

export function watchPace({ windowMs, bytesPerSecondMin }: PaceLimits): Pace {
  const controller = new AbortController();
  const seconds = windowMs / 1_000;
  let bytes = 0;
  let isFirst = true;
  const timer = setInterval(() => {
    if (!isFirst && bytes < bytesPerSecondMin * seconds) controller.abort();
    isFirst = false;
    bytes = 0;
  }, windowMs);
  return {
    signal: controller.signal,
    note(more) {
      bytes += more;
    },
    restart() {
      bytes = 0;
      timer.refresh();
    },
    stop: () => clearInterval(timer),
    failure: () =>
      new FetchFailure(
        `The host sent less than ${bytesPerSecondMin} bytes per second on average over ${seconds} s. Publish the file on a faster host, or compressed.`,
      ),
  };
}

/** The pieces of a file, which are counted. The pace is not watched after the last one. */
export async function* paced<Piece extends Uint8Array>(
  pieces: AsyncIterable<Piece>,
  pace: Pick<Pace, "note" | "stop">,
): AsyncGenerator<Piece> {
  try {
    for await (const piece of pieces) {
      pace.note(piece.length);
      yield piece;
    }
  } finally {
    pace.stop();
  }
}
