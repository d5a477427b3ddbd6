import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";

/** Headers and the kept part of a body take about 32 kB; a body in chunks of one byte each takes six times its size. */
const READ_BYTES_MAX = 128 * 1024;
/** undici publishes here when a request's headers have been written; see its documentation of diagnostics channels. */
const REQUEST_SENT = "undici:client:sendHeaders";

/** Destroys connections that receive more than any valid response needs. */
export interface ReadLimit {
  watch(socket: Socket): void;
  end(): void;
}

/** The response is longer than what is read. The message is for the endpoint's owner. */
export class AnswerTooLong extends Error {
  override readonly name = "AnswerTooLong";
}

/**
 * undici limits a response's headers, and post.ts limits its body. This limits the rest: a receiver can send interim
 * responses (1xx), a reason phrase, or chunk extensions for as long as an attempt may take, and each byte is parsed on
 * the thread that serves all endpoints.
 */
export function createReadLimit(): ReadLimit {
  /** Bytes that each connection had received when its latest request was sent. */
  const readBefore = new Map<Socket, number>();

  function onRequestSent(message: unknown): void {
    const { socket } = message as { readonly socket: Socket };
    if (readBefore.has(socket)) readBefore.set(socket, socket.bytesRead);
  }
  subscribe(REQUEST_SENT, onRequestSent);

  return {
    watch(socket) {
      readBefore.set(socket, socket.bytesRead);
      socket.on("readable", () => {
        const count = socket.bytesRead - (readBefore.get(socket) ?? 0);
        if (count > READ_BYTES_MAX) socket.destroy(new AnswerTooLong("The answer does not end: 128 kB are read."));
      });
      socket.once("close", () => readBefore.delete(socket));
    },
    end: () => unsubscribe(REQUEST_SENT, onRequestSent),
  };
}
