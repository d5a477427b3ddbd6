import sonicBoom from "sonic-boom";
/** Receives finished log lines; each call is one line with its newline. */
export interface LogDestination {
  write(line: string): void;
  /** Calls back when the lines so far are written, if they are buffered. */
  flush?(done: () => void): void;
}

export interface OpenLogDestination extends LogDestination {
  /** Writes the remaining lines and closes the destination. Resolves even if that fails. Later lines are dropped. */
  close(): Promise<void>;
}

/** Buffered bytes. When they are reached, further lines are dropped. */
const BUFFER_BYTES_MAX = 1_000_000;

/**
 * Opens standard output (1) or a file in append mode. Lines are written asynchronously. Lines that cannot be written, for
 * example because the disk is full, are buffered and retried with the next line. Unlike pino's own destination, a failure
 * neither ends the process nor keeps it from ending. Flush the log before ending the process.
 */
export function openLogDestination(place: 1 | { readonly path: string }): OpenLogDestination {
  const where = place === 1 ? { fd: 1 } : { dest: place.path, append: true, mode: 0o600 };
  // With the default minLength of 0 a flush would not wait for the line that is being written.
  const stream = new sonicBoom.SonicBoom({ ...where, sync: false, minLength: 1, maxLength: BUFFER_BYTES_MAX });
  stream.on("error", () => {});
  return Object.assign(stream, {
    close: () =>
      new Promise<void>((resolve) => {
        // A closed stream throws, and a connection may still be lost, and log it, while the process ends.
        stream.write = () => true;
        stream.once("close", resolve).once("error", () => {
          stream.destroy();
          resolve();
        });
        stream.end();
      }),
  });
}

/** One destination that writes each line to all of them. Its flush waits for those that buffer. */
export function logToAll(destinations: readonly LogDestination[]): LogDestination {
  return {
    write: (line) => {
      for (const destination of destinations) destination.write(line);
    },
    flush: (done) => {
      const flushed = destinations.map(
        (destination) =>
          new Promise<void>((resolve) => {
            if (destination.flush) destination.flush(() => resolve());
            else resolve();
          }),
      );
      void Promise.all(flushed).then(done);
    },
  };
}
