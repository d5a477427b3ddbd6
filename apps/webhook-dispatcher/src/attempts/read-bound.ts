import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";

/** Headers and what is kept of a body are some 32 kB; a body in chunks of a byte each comes as six times as much. */
const READ_BYTES_MAX = 128 * 1024;
/** Told by undici when a request's headers have been written; see its docs on diagnostics. */
const REQUEST_SENT = "undici:client:sendHeaders";

/** Ends the exchanges over which more comes than any answer is long. */
export interface ReadBound {
  watch(socket: Socket): void;
  end(): void;
}

/** More came than is read of an answer; its message is for the endpoint's owner. */
export class AnswerTooLong extends Error {
  override readonly name = "AnswerTooLong";
}

/**
 * An answer's headers are bounded by undici and its body by whoever keeps it. What neither of them sees is bounded here: a
 * receiver may send interim answers (1xx), a reason phrase, or extensions of chunks for as long as an attempt may take, and
 * each byte is parsed on the thread that serves everybody else.
 */
export function createReadBound(): ReadBound {
  /** What had been read over each connection when its latest request was sent. */
  const readBefore = new Map<Socket, number>();

  function begin(message: unknown): void {
    const { socket } = message as { readonly socket: Socket };
    if (readBefore.has(socket)) readBefore.set(socket, socket.bytesRead);
  }
  subscribe(REQUEST_SENT, begin);

  return {
    watch(socket) {
      readBefore.set(socket, socket.bytesRead);
      socket.on("readable", () => {
        const count = socket.bytesRead - (readBefore.get(socket) ?? 0);
        if (count > READ_BYTES_MAX) socket.destroy(new AnswerTooLong("The answer does not end: 128 kB are read."));
      });
      socket.once("close", () => readBefore.delete(socket));
    },
    end: () => unsubscribe(REQUEST_SENT, begin),
  };
}
