import { Readable } from "node:stream";
import { cleanServerMessage } from "@skucast/sftp/server-message";
import { SftpFailure } from "@skucast/sftp/sftp-failure";
import { guardedConnector } from "@skucast/targets/guarded-connector";
import { Client, type Dispatcher } from "undici";
import { connectionFailure, isUnsent } from "../connection-failure.js";
import type { ConnectionOptions } from "../partner.js";
import type { Answer } from "./answer-failure.js";
import type { RequestBody } from "./request-body.js";

export interface HttpsRequest {
  readonly method: "PUT" | "POST" | "PATCH" | "HEAD" | "GET" | "DELETE";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: RequestBody | undefined;
  /** Names the request in failures. */
  readonly what: string;
  /** Whether the request may be sent again after its answer was lost. */
  readonly isRepeatable: boolean;
}

/** An answer with the beginning of its body. */
export interface HttpsAnswer extends Answer {
  /** As the server sent it. */
  readonly text: string;
  /** From `content-length`, if it is the length of the content. */
  readonly bytes: number | undefined;
}

/** A connection to one origin. No redirect is followed, so credentials reach no other origin. */
export interface HttpsClient {
  /** The answer with the beginning of its body. Throws SftpFailure. */
  ask(request: HttpsRequest): Promise<HttpsAnswer>;
  /** The answer with its body as a stream, which must be read or destroyed. Throws SftpFailure. */
  fetch(
    request: HttpsRequest,
  ): Promise<{ readonly status: number; readonly pieces: AsyncIterable<Buffer>; discard(): void }>;
  close(): void;
}

const CONNECT_TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 16_384;
/** A server may need longer to process a file than it may stall during the transfer. */
const PROCESSING_FACTOR = 4;

interface ClientOptions extends ConnectionOptions {
  readonly origin: string;
  readonly ca: string | undefined;
  readonly secrets: readonly string[];
}

export function createHttpsClient({ origin, ca, secrets, guard, signal, stallTimeoutMs }: ClientOptions): HttpsClient {
  const timeoutMs = stallTimeoutMs * PROCESSING_FACTOR;
  const client = new Client(origin, {
    connect: guardedConnector(guard, origin, { timeout: CONNECT_TIMEOUT_MS, ...(ca !== undefined && { ca }) }),
    headersTimeout: timeoutMs,
    bodyTimeout: stallTimeoutMs,
    maxHeaderSize: ANSWER_BYTES_MAX,
  });

  async function send({
    method,
    url,
    headers,
    body,
    what,
    isRepeatable,
  }: HttpsRequest): Promise<Dispatcher.ResponseData> {
    const watch = createStallWatch(stallTimeoutMs);
    try {
      return await client.request({
        method,
        path: `${url.pathname}${url.search}`,
        headers: { "accept-encoding": "identity", "user-agent": "Skucast", ...body?.headers, ...headers },
        ...(body && { body: Readable.from(watch.over(body.stream), { objectMode: false }) }),
        signal: AbortSignal.any([signal, watch.signal]),
      });
    } catch (error) {
      signal.throwIfAborted();
      const failure = watch.signal.aborted ? new SftpFailure("stalled", what) : connectionFailure(error, what);
      // Nothing was taken if the connection or its check failed.
      const mayRepeat = isRepeatable || isUnsent(error) || !failure.isTransient;
      throw mayRepeat ? failure : failure.with({ code: "unanswered" });
    } finally {
      watch.stop();
    }
  }

  return {
    async ask(request) {
      const { statusCode: status, headers, body } = await send(request);
      const text = await readStart(body).catch(() => ""); // the status counts, even if the rest of the answer is lost
      const message = cleanServerMessage(text, secrets);
      const length = Number(headers["content-length"] ?? Number.NaN);
      const location = status >= 300 && status < 400 ? redirectOf(headers.location, request.url) : undefined;
      return {
        status,
        location,
        message,
        text,
        retryAfterSeconds: retryAfterIn(headers),
        bytes: Number.isFinite(length) && headers["content-encoding"] === undefined ? length : undefined,
      };
    },
    async fetch(request) {
      const { statusCode: status, body } = await send(request);
      async function* pieces(): AsyncGenerator<Buffer> {
        try {
          yield* body as AsyncIterable<Buffer>;
        } catch (error) {
          signal.throwIfAborted();
          throw connectionFailure(error, request.what);
        }
      }
      return { status, pieces: pieces(), discard: () => void body.on("error", () => {}).destroy() };
    },
    close: () => void client.destroy().catch(() => {}),
  };
}

/** Aborts when a body makes no progress for too long. After the last block the server may take its time. */
function createStallWatch(stallTimeoutMs: number) {
  const stalled = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const stop = () => clearTimeout(timer);
  const restart = () => {
    stop();
    timer = setTimeout(() => stalled.abort(), stallTimeoutMs);
  };
  return {
    signal: stalled.signal,
    stop,
    async *over(blocks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      try {
        for await (const block of blocks) {
          restart();
          yield block;
        }
      } finally {
        stop();
      }
    },
  };
}

/** Seconds, or a date, which counts from the server's own (RFC 9110, section 10.2.3). */
function retryAfterIn(headers: Dispatcher.ResponseData["headers"]): number | undefined {
  const wanted = headers["retry-after"];
  if (typeof wanted !== "string") return undefined;
  const seconds = /^\d+$/.test(wanted)
    ? Number(wanted)
    : (Date.parse(wanted) - Date.parse(String(headers.date))) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

/** The beginning of a body as text. The rest is not read. */
async function readStart(body: Dispatcher.ResponseData["body"]): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= ANSWER_BYTES_MAX) break;
  }
  return Buffer.concat(pieces).subarray(0, ANSWER_BYTES_MAX).toString("utf8");
}

/** Where a redirect leads, without its query, which may have a secret. */
function redirectOf(location: string | string[] | undefined, base: URL): string | undefined {
  const url = typeof location === "string" ? URL.parse(location, base.href) : null;
  return url === null ? undefined : `${url.origin}${url.pathname}`;
}
