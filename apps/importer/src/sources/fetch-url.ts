import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { LIMITS } from "@skucast/contracts/limits";
import { guardedConnector } from "@skucast/targets/guarded-connector";
import type { TargetGuard } from "@skucast/targets/target-guard";
import { Agent, type Dispatcher, Pool } from "undici";
import { FetchFailure } from "./fetch-failure.js";
import type { Fetched, SeenFile } from "./source-file.js";
import { assertNotTooLarge, storeUpload, type UploadFolder } from "./store-upload.js";
import { type Pace, paced } from "./watch-pace.js";

export interface UrlRequest extends UploadFolder {
  readonly url: string;
  /** The login's header. Sent only to the origin of the URL, not to the targets of redirects elsewhere. */
  readonly login: Readonly<Record<string, string>>;
  /** What is known of the last file; null fetches unconditionally. */
  readonly seen: SeenFile | null;
  readonly signal: AbortSignal;
  readonly pace: Pace;
}

export interface UrlOptions {
  readonly guard: TargetGuard;
  readonly stallMs: number;
  /** Certificate authorities that are trusted instead of the usual ones. */
  readonly ca?: readonly string[] | undefined;
}

const USER_AGENT = "Skucast-Sources/1.0";
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches a file and stores it. The request is conditional if the last file is known (RFC 9110, section 13). Redirects are
 * followed through the target guard. Throws FetchFailure, TargetRefused or the connection's error.
 */
export async function fetchUrl({ guard, stallMs, ca }: UrlOptions, request: UrlRequest): Promise<Fetched> {
  const agent = new Agent({
    headersTimeout: stallMs,
    bodyTimeout: stallMs,
    factory: (origin, options): Dispatcher =>
      new Pool(origin, {
        ...(options as Pool.Options),
        connect: guardedConnector(guard, origin, { timeout: stallMs, ...(ca && { ca: [...ca] }) }),
      }),
  });
  try {
    return await follow(agent, guard, request);
  } finally {
    await agent.destroy();
  }
}

async function follow(agent: Agent, guard: TargetGuard, request: UrlRequest): Promise<Fetched> {
  const { origin } = new URL(request.url);
  let url = new URL(request.url);
  for (let redirects = 0; redirects <= LIMITS.sourceRedirectsMax; redirects += 1) {
    await guard.checkUrl(url.href);
    const login = url.origin === origin ? request.login : {};
    const { signal, seen } = request;
    const headers = {
      "user-agent": USER_AGENT,
      accept: "*/*",
      "accept-encoding": "identity",
      ...conditionsOf(seen),
      ...login,
    };
    const answer = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: "GET",
      headers,
      signal,
    });
    request.pace.restart();
    const { location } = answer.headers;
    if (!REDIRECTS.has(answer.statusCode) || typeof location !== "string") return takeAnswer(answer, url, request);
    await answer.body.dump();
    url = redirectedTo(location, url);
  }
  throw new FetchFailure(`The host redirects more than ${LIMITS.sourceRedirectsMax} times.`);
}

function redirectedTo(location: string, from: URL): URL {
  const url = URL.parse(location, from.href);
  if (url === null) throw new FetchFailure("The host redirects to an invalid URL.");
  url.hash = "";
  return url;
}

/** Both are sent if known. A server that supports entity tags ignores the time (RFC 9110, section 13.1.3). */
function conditionsOf(seen: SeenFile | null): Record<string, string> {
  return {
    ...(seen?.etag !== undefined && { "if-none-match": seen.etag }),
    ...(seen?.last_modified !== undefined && { "if-modified-since": seen.last_modified }),
  };
}

async function takeAnswer(answer: Dispatcher.ResponseData, url: URL, request: UrlRequest): Promise<Fetched> {
  const { seen, folder, bytesMax, pace } = request;
  const { statusCode, headers, body } = answer;
  if (statusCode === 304 && seen !== null) {
    await body.dump();
    return { type: "unchanged" };
  }
  if (statusCode !== 200) {
    await body.dump();
    throw new FetchFailure(`The host answered ${statusCode}${HINTS[statusCode] ?? ""}.`);
  }
  assertNotTooLarge(Number(textOf(headers["content-length"]) ?? 0), bytesMax);
  const pieces = unpacked(paced(body, pace), textOf(headers["content-encoding"]));
  const upload = await storeUpload({ folder, bytesMax }, pieces);
  return {
    type: "file",
    upload,
    seen: { sha256: upload.sha256, etag: textOf(headers.etag), last_modified: textOf(headers["last-modified"]) },
    mediaType: textOf(headers["content-type"])?.split(";")[0]?.trim().toLowerCase() ?? null,
    fileName: fileNameOf(textOf(headers["content-disposition"]), url),
  };
}

const HINTS: Readonly<Record<number, string>> = {
  401: " Unauthorized: it requires a login, or a different one",
  403: " Forbidden: the login may not read the file",
  404: " Not Found: there is no file at this URL",
  410: " Gone: there is no longer a file at this URL",
  429: " Too Many Requests: the file is requested too often",
  500: " Internal Server Error",
  503: " Service Unavailable",
};

const UNPACKERS = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const;
type Coding = keyof typeof UNPACKERS;

/** Some servers encode the file even though they were asked not to. */
function unpacked(body: AsyncIterable<Uint8Array>, encoding = "identity"): AsyncIterable<Uint8Array> {
  const coding = encoding.trim().toLowerCase();
  if (coding === "identity" || coding === "") return body;
  if (!Object.hasOwn(UNPACKERS, coding))
    throw new FetchFailure(`The host answered in the encoding ${coding.slice(0, 50)}, which is not supported.`);
  const unpacker = UNPACKERS[coding as Coding]();
  let packedBytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of body) {
      packedBytes += piece.length;
      yield piece;
    }
  }
  // A failure of the body is thrown to the reader of the unpacker.
  pipeline(counted, unpacker).catch((error: Error) => unpacker.destroy(error));
  return withinRatio(unpacker, () => packedBytes);
}

/** The same limit as for a compressed file: a few repeated lines compress very well, so small ones are not checked. */
async function* withinRatio(pieces: AsyncIterable<Uint8Array>, packedBytes: () => number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > UNPACKED_BYTES_UNCHECKED && bytes > packedBytes() * LIMITS.importUnpackRatioMax)
      throw new FetchFailure(`The file unpacks to more than ${LIMITS.importUnpackRatioMax} times its size.`);
    yield piece;
  }
}

const UNPACKED_BYTES_UNCHECKED = 50_000_000;

const textOf = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;

const NAME_LENGTH_MAX = 255;

/** The file name from the response header, or the last part of the URL. */
export function fileNameOf(disposition: string | undefined, url: URL): string | undefined {
  const [, quoted, plain] = /filename="([^"]+)"|filename=([^;\s]+)/i.exec(disposition ?? "") ?? [];
  const last = quoted ?? plain ?? url.pathname.split("/").at(-1) ?? "";
  return cleanName(last);
}

export function cleanName(text: string): string | undefined {
  const name = decoded(text)
    .replaceAll(/[\p{Cc}/\\]/gu, "")
    .trim()
    .slice(0, NAME_LENGTH_MAX)
    .toWellFormed();
  return name === "" ? undefined : name;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
