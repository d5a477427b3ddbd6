import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";

/** Headers and what is kept of a body are some 32 kB; what surrounds them may be as much again, many times. */
const READ_BYTES_MAX = 1024 * 1024;
const LOOK_MS = 100;
/** Told by undici when a request's headers have been written; see its docs on diagnostics. */
const REQUEST_SENT = "undici:client:sendHeaders";

/** Ends the exchanges over which more comes than any answer is long. */
export interface ReadBound {
  watch(socket: Socket): void;
  end(): void;
}

/** More came than is read of an answer. */
export class AnswerTooLong extends Error {
  override readonly name = "AnswerTooLong";
}

/**
 * An answer's headers are bounded by undici and its body by whoever keeps it. What neither of them sees is bounded here: a
 * receiver may send interim answers (1xx), a reason phrase, or extensions of chunks for as long as an attempt may take, and
 * each byte is parsed on the thread that serves everybody else. Looked at ten times a second, since asking of each packet
 * would cost every delivery.
 */
export function createReadBound(): ReadBound {
  /** What had been read over each connection when its latest request was sent. */
  const readBefore = new Map<Socket, number>();

  function begin(message: unknown): void {
    const { socket } = message as { readonly socket: Socket };
    if (readBefore.has(socket)) readBefore.set(socket, socket.bytesRead);
  }
  subscribe(REQUEST_SENT, begin);

  const timer = setInterval(() => {
    for (const [socket, before] of readBefore) {
      if (socket.bytesRead - before > READ_BYTES_MAX) socket.destroy(new AnswerTooLong("the answer has no end"));
    }
  }, LOOK_MS);
  timer.unref();

  return {
    watch(socket) {
      readBefore.set(socket, socket.bytesRead);
      socket.once("close", () => readBefore.delete(socket));
    },
    end() {
      clearInterval(timer);
      unsubscribe(REQUEST_SENT, begin);
    },
  };
}
