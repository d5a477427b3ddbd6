import { createHash, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { SftpFailure } from "@skucast/sftp/sftp-failure";
import { answerFailure } from "../https/answer-failure.js";
import { createHttpsClient, type HttpsAnswer } from "../https/https-client.js";
import { headersOf, loginSchema, secretsOf } from "../https/https-options.js";
import type { ConnectionOptions, Partner } from "../partner.js";
import { acpOptionsSchema, feedUrlOf } from "./acp-options.js";
import { ACP_VERSION } from "./acp-product.js";

/** What the host answered to products. */
export type Upserted = { readonly isAccepted: true } | { readonly isAccepted: false; readonly message: string };

/** A connection to a feed of a host of the ACP Feed API. Every function throws SftpFailure when the host is the cause. */
export interface FeedClient {
  readonly productsMax: number;
  /** Identifies the feed at the host, for the ledger. */
  readonly hostFeed: string;
  /** Asks for the feed, and so finds out whether the host knows it and accepts the login. */
  checkFeed(): Promise<void>;
  /** Sends products: the JSON of a request body. Waits when the host asks for that, and repeats what is safe to repeat. */
  upsert(body: string, runId: string): Promise<Upserted>;
  close(): void;
}

/** Waits between tries after a failure of the host: 1 s and 4 s, unless the host names another time. */
const PAUSES_MS = [1_000, 4_000];
/** A host with a strict rate limit asks to wait more often than a failing one. */
const BUSY_TRIES_MAX = 10;
const RETRY_AFTER_SECONDS_MAX = 300;
const RETRY_AFTER_SECONDS = 5;

export function createFeedClient(partner: Partner, options: ConnectionOptions): FeedClient {
  const { signal } = options;
  const target = acpOptionsSchema.parse(partner.options);
  const login = loginSchema.parse(JSON.parse(partner.login));
  const feedUrl = feedUrlOf(target);
  const client = createHttpsClient({
    ...options,
    origin: feedUrl.origin,
    ca: target.ca_certificate ?? undefined,
    secrets: secretsOf(login),
  });
  const headers = { accept: "application/json", "api-version": ACP_VERSION, ...headersOf(login) };

  async function askUntilAnswered(ask: () => Promise<HttpsAnswer>, what: string): Promise<HttpsAnswer> {
    let failures = 0;
    for (let waits = 0; ; ) {
      const outcome = await ask().catch(transientOnly);
      if (outcome instanceof SftpFailure) {
        const pauseMs = PAUSES_MS[failures];
        if (pauseMs === undefined) throw outcome;
        failures += 1;
        await wait(pauseMs, signal);
        continue;
      }
      const { status, retryAfterSeconds } = outcome;
      const isBusy = status === 429 || status === 503;
      if (!isBusy && status < 500 && status !== 408) return outcome;
      const seconds = retryAfterSeconds ?? (isBusy ? RETRY_AFTER_SECONDS : undefined);
      const pauseMs = seconds === undefined ? PAUSES_MS[failures] : seconds * 1_000;
      if (isBusy) waits += 1;
      else failures += 1;
      const isOver = waits > BUSY_TRIES_MAX || failures > PAUSES_MS.length || pauseMs === undefined;
      if (isOver || pauseMs > RETRY_AFTER_SECONDS_MAX * 1_000) throw answerFailure(outcome, what, true);
      await wait(pauseMs, signal);
    }
  }

  return {
    productsMax: target.products_max,
    hostFeed: createHash("sha256").update(feedUrl.href).digest("base64url"),
    async checkFeed() {
      const what = `asking for the feed ${target.host_feed_id}`;
      const answer = await client.ask({ method: "GET", url: feedUrl, headers, what, isRepeatable: true });
      if (answer.status !== 200) throw answerFailure(answer, what, true);
    },
    async upsert(body, runId) {
      const what = "sending products";
      const bytes = Buffer.from(body);
      const key = createHash("sha256").update(bytes).digest("base64url");
      const ask = () =>
        client.ask({
          method: "PATCH",
          url: feedUrlOf(target, "/products"),
          // The same for every try, so that a host that knows the header takes the products once.
          headers: { ...headers, "idempotency-key": `${runId}-${key}`, "request-id": randomUUID() },
          body: {
            headers: { "content-type": "application/json", "content-length": String(bytes.length) },
            stream: onePiece(bytes),
          },
          what,
          isRepeatable: true,
        });
      const answer = await askUntilAnswered(() => ask().then(completeOnly), what);
      const { status, message = "" } = answer;
      if (status === 200 || status === 202) return acceptanceIn(answer);
      if (REJECTIONS.has(status)) return { isAccepted: false, message: `status ${status}${message && `: ${message}`}` };
      throw answerFailure(answer, what, true);
    },
    close: client.close,
  };
}

/** Statuses that are about the products in the request. */
const REJECTIONS: ReadonlySet<number> = new Set([400, 409, 413, 422]);

function transientOnly(error: unknown): SftpFailure {
  if (error instanceof SftpFailure && error.isTransient) return error;
  throw error;
}

/** An answer without the JSON that says whether the products were accepted is a failure of the connection or of the host. */
function completeOnly(answer: HttpsAnswer): HttpsAnswer {
  if ((answer.status === 200 || answer.status === 202) && acceptedIn(answer.text) === undefined) {
    const detail = `sending products: status ${answer.status} without "accepted"`;
    throw new SftpFailure("protocol", detail, { serverMessage: answer.message, isAnswer: true });
  }
  return answer;
}

const acceptanceIn = ({ text, message }: HttpsAnswer): Upserted =>
  acceptedIn(text) === true ? { isAccepted: true } : { isAccepted: false, message: `not accepted: ${message}` };

function acceptedIn(text: string): boolean | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    const accepted =
      typeof answer === "object" && answer !== null && "accepted" in answer ? answer.accepted : undefined;
    return typeof accepted === "boolean" ? accepted : undefined;
  } catch {
    return undefined;
  }
}

async function* onePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  pause(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
