import sonicBoom from "sonic-boom";
/** Where finished lines go; each call is one line with its newline. */
export interface LogDestination {
  write(line: string): void;
}

/** Where lines go until they are written. */
export interface OpenLogDestination extends LogDestination {
  /** Writes what is still to be written, and closes it. Resolves also when that cannot be done. */
  close(): Promise<void>;
}

/** Of what waits to be written, at most: while there is no room for it, further lines are dropped. */
const WAITING_BYTES_MAX = 1_000_000;

/**
 * Opens standard output (1) or a file that is appended to. Lines are written asynchronously. What cannot be written, for
 * want of room on the disk for example, waits and is tried again with the next line: logging never ends a process, nor
 * keeps one from its end, as what pino opens by itself does. Whoever ends a process flushes the log before.
 */
export function openLogDestination(place: 1 | { readonly path: string }): OpenLogDestination {
  const where = place === 1 ? { fd: 1 } : { dest: place.path, append: true, mode: 0o600 };
  // With the default minLength of 0 a flush would not wait for the line that is being written.
  const stream = new sonicBoom.SonicBoom({ ...where, sync: false, minLength: 1, maxLength: WAITING_BYTES_MAX });
  stream.on("error", () => {});
  return Object.assign(stream, {
    close: () =>
      new Promise<void>((resolve) => {
        stream.once("close", resolve).once("error", () => {
          stream.destroy();
          resolve();
        });
        stream.end();
      }),
  });
}
