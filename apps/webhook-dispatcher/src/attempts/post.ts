import type { IncomingHttpHeaders } from "node:http";
import type { Agent, Dispatcher } from "undici";
import { AnswerTooLong } from "./read-limit.js";

export interface PostOptions {
  readonly agent: Pick<Agent, "dispatch">;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** From now to the end of the response; includes waiting for a connection. */
  readonly timeoutMs: number;
  /** Bytes of the response body that are kept. A longer response is cut off there. */
  readonly keptBytes: number;
}

/** A response whose status has arrived. Its body may be incomplete. */
export interface Answer {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}

/** No response arrived in time. It has the name of the web platform's timeout error. */
export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
}

/**
 * Sends one POST with a timeout, and follows no redirects. Sends it again only if a keep-alive connection was closed
 * while it was in flight. Rejects if no status arrives. It uses undici's lowest level, because a stream for each
 * response and a signal for each request would account for a third of the cost of an attempt.
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

/** A restarted host has closed all keep-alive connections; a request rarely meets several of them. */
const LOST_MAX = 2;
const LOST_CODES: ReadonlySet<unknown> = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

/**
 * Whether a keep-alive connection was closed while the request was in flight: it had received data before, and nothing
 * of this response. The host may have closed the idle connection just before the request arrived, which is no failure.
 * Receivers recognize a repeat by its id.
 */
function isLost(error: Error): boolean {
  if (!("code" in error) || !LOST_CODES.has(error.code) || !("socket" in error)) return false;
  const { socket } = error;
  return typeof socket === "object" && socket !== null && "bytesRead" in socket && Number(socket.bytesRead) > 0;
}

interface Settle {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
  /** Called instead of reject if a keep-alive connection was closed while the request was in flight. */
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
    // The timeout may have expired while it waited for a connection.
    if (this.#isEnded) controller.abort(CUT);
    else this.#controller = controller;
  }

  onResponseStart(_: Dispatcher.DispatchController, statusCode: number, headers: IncomingHttpHeaders): void {
    if (statusCode >= 200) this.#head = { statusCode, headers };
    else this.#interimCount += 1;
    if (this.#interimCount > INTERIM_MAX) this.#cut(TOO_MANY_INTERIM);
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isEnded) return;
    this.#chunks.push(Buffer.from(chunk)); // undici reuses the memory
    this.#bytes += chunk.length;
    if (this.#bytes >= this.#keptBytes) this.#cut();
  }

  onResponseEnd(): void {
    this.#end(CUT);
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    const hasNoResponse = this.#controller !== undefined && this.#interimCount === 0 && !this.#head;
    if (this.#isEnded || !hasNoResponse || !isLost(error)) {
      this.#end(error);
    } else {
      this.#isEnded = true;
      clearTimeout(this.#timer);
      this.#settle.onLost(error);
    }
  }

  /** Cuts the response off: at the timeout, or when enough has arrived. */
  #cut(reason: Error = CUT): void {
    this.#end(reason);
    this.#controller?.abort(reason);
  }

  /** The status alone decides. After it has arrived, an incomplete body does not make the request fail. */
  #end(reason: Error): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearTimeout(this.#timer);
    if (!this.#head) this.#settle.reject(reason);
    else this.#settle.resolve({ ...this.#head, body: this.#kept() });
  }

  #kept(): Uint8Array {
    const [first = EMPTY] = this.#chunks;
    const all = this.#chunks.length > 1 ? Buffer.concat(this.#chunks, this.#bytes) : first;
    return all.subarray(0, this.#keptBytes);
  }
}

/** Shared, because creating an error costs more than the rest of an exchange. */
const CUT = new TimeoutError("no answer in time");
const TOO_MANY_INTERIM = new AnswerTooLong("The host sent too many interim answers (1xx): at most 16 are read.");
/** Interim responses (1xx). Each of them costs far more than its bytes. */
const INTERIM_MAX = 16;
const EMPTY = new Uint8Array();
