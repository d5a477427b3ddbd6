import type { IncomingHttpHeaders } from "node:http";
import type { Agent, Dispatcher } from "undici";
import { AnswerTooLong } from "./read-bound.js";

export interface PostOptions {
  readonly agent: Pick<Agent, "dispatch">;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** From now to the end of the answer; includes waiting for a connection. */
  readonly timeoutMs: number;
  /** Bytes of the answer's body that are kept; an answer that goes on is cut off there. */
  readonly keptBytes: number;
}

/** An answer whose status has come; its body may have broken off. */
export interface Answer {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}

/** Nothing came in time. Named as the web's own error of that kind. */
export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
}

/**
 * One POST: no redirects, an end in time, and once more only where a kept connection was closed under it. Rejects when no
 * status came. On undici's lowest level, because a
 * stream for each answer and a signal for each request would take a third of what an attempt costs.
 */
export function post(options: PostOptions): Promise<Answer> {
  const { agent, url, headers, body, timeoutMs, keptBytes } = options;
  const endsAtMs = performance.now() + timeoutMs;
  return new Promise((resolve, reject) => {
    const send = (lostCount: number, leftMs: number): void => {
      const onLost = (error: Error): void => {
        const restMs = endsAtMs - performance.now();
        if (lostCount >= LOST_MAX || restMs <= 0) reject(error);
        else send(lostCount + 1, restMs);
      };
      const exchange = new Exchange({ keptBytes, timeoutMs: leftMs }, { resolve, reject, onLost });
      agent.dispatch({ origin: url.origin, path: url.pathname + url.search, method: "POST", headers, body }, exchange);
    };
    send(0, timeoutMs);
  });
}

/** A restarted host has closed all connections that were kept to it; more than some are not met one after the other. */
const LOST_MAX = 2;
const LOST_CODES: ReadonlySet<unknown> = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

/**
 * Whether a kept connection was closed under a request: something had come over it before, and nothing of this answer. The
 * host may have closed it as the request was on its way, which says nothing about it. Receivers know a repeat by its id.
 */
function isLost(error: Error): boolean {
  if (!("code" in error) || !LOST_CODES.has(error.code) || !("socket" in error)) return false;
  const { socket } = error;
  return typeof socket === "object" && socket !== null && "bytesRead" in socket && Number(socket.bytesRead) > 0;
}

interface Settle {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
  /** Instead of reject, when a kept connection was closed under the request. */
  readonly onLost: (error: Error) => void;
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #settle: Settle;
  readonly #keptBytes: number;
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #head: Omit<Answer, "body"> | undefined;
  #chunks: Uint8Array[] = [];
  #bytes = 0;
  #interimCount = 0;
  #isEnded = false;

  constructor({ keptBytes, timeoutMs }: Pick<PostOptions, "keptBytes" | "timeoutMs">, settle: Settle) {
    this.#keptBytes = keptBytes;
    this.#settle = settle;
    this.#timer = setTimeout(() => this.#cut(), timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // It may have waited for a connection for too long.
    if (this.#isEnded) controller.abort(CUT);
    else this.#controller = controller;
  }

  onResponseStart(_: Dispatcher.DispatchController, statusCode: number, headers: IncomingHttpHeaders): void {
    if (statusCode >= 200) this.#head = { statusCode, headers };
    else this.#interimCount += 1;
    if (this.#interimCount > INTERIM_MAX) this.#cut(ENDLESS);
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isEnded) return;
    this.#chunks.push(Buffer.from(chunk)); // undici uses its memory again
    this.#bytes += chunk.length;
    if (this.#bytes >= this.#keptBytes) this.#cut();
  }

  onResponseEnd(): void {
    this.#end(CUT);
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    const hasBegun = this.#controller !== undefined && this.#interimCount === 0 && !this.#head;
    if (this.#isEnded || !hasBegun || !isLost(error)) {
      this.#end(error);
    } else {
      this.#isEnded = true;
      clearTimeout(this.#timer);
      this.#settle.onLost(error);
    }
  }

  /** At its time, or when all that is kept has come. */
  #cut(reason: Error = CUT): void {
    this.#end(reason);
    this.#controller?.abort(reason);
  }

  /** The status alone decides: once it has come, a body that breaks off or never ends takes nothing back. */
  #end(reason: Error): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearTimeout(this.#timer);
    if (!this.#head) this.#settle.reject(reason);
    else this.#settle.resolve({ ...this.#head, body: this.#kept() });
  }

  #kept(): Uint8Array {
    const [first = NOTHING] = this.#chunks;
    const all = this.#chunks.length > 1 ? Buffer.concat(this.#chunks, this.#bytes) : first;
    return all.subarray(0, this.#keptBytes);
  }
}

/** One for all, since making an error costs more than the rest of an exchange. */
const CUT = new TimeoutError("no answer in time");
const ENDLESS = new AnswerTooLong("The host goes on with interim answers (1xx): 16 are read.");
/** Answers before the answer (1xx): each costs far more than its bytes. */
const INTERIM_MAX = 16;
const NOTHING = new Uint8Array();
