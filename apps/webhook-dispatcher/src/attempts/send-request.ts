import { type AttemptOutcome, RESPONSE_BODY_KEPT_BYTES } from "@skucast/contracts/deliveries/delivery";
import { SERVICE_NAME } from "@skucast/contracts/service";
import { errors } from "undici";
import { describeFailure } from "./describe-failure.js";
import type { Agents } from "./open-agents.js";
import { parseRetryAfter } from "./parse-retry-after.js";
import { type Answer, post } from "./post.js";
import { redactSecrets } from "./redact-secrets.js";
import { plainSignature, type RequestExtras } from "./request-extras.js";
import type { Signed, Signer } from "./signer.js";
import type { SigningKey } from "./signing-key.js";

export interface WebhookRequest extends Signed {
  readonly url: URL;
  readonly keys: readonly SigningKey[];
  readonly extras: RequestExtras;
  /** Called just before sending. False if the lease is about to expire and another process may send it. */
  readonly isInTime: () => boolean;
}

/** How an attempt ended. */
export interface AttemptResult {
  readonly outcome: AttemptOutcome;
  readonly statusCode: number | null;
  /** A sentence for the endpoint's owner if there was no response, or a redirect. */
  readonly error: string | null;
  /** The first 16 kB of the response. */
  readonly responseBody: string | null;
  readonly retryAfterMs: number | undefined;
}

export interface SendTools {
  readonly agents: Pick<Agents, "of">;
  readonly signer: Pick<Signer, "sign">;
  readonly timeoutMs: number;
}

/**
 * Sends one signed POST, which ends within `timeoutMs`, and follows no redirects. The status alone decides; the
 * response body is only kept. Returns undefined if the HTTP client was closed before the response or the lease was
 * about to expire, which says nothing about the receiver.
 */
export async function sendRequest(
  { agents, signer, timeoutMs }: SendTools,
  { url, keys, extras, isInTime, ...signed }: WebhookRequest,
): Promise<AttemptResult | undefined> {
  try {
    const signature = await signer.sign(keys, signed);
    if (!isInTime()) return undefined;
    const answer = await post({
      agent: agents.of(extras.identity),
      url,
      headers: {
        // First, so that they cannot replace the headers below.
        ...extras.headers,
        ...(extras.plain && { [extras.plain.header]: plainSignature(extras.plain, signed.body) }),
        "content-type": "application/json",
        "user-agent": `${SERVICE_NAME}-Webhooks/1`,
        "webhook-id": signed.id,
        "webhook-timestamp": String(signed.timestamp),
        "webhook-signature": signature,
      },
      body: signed.body,
      timeoutMs,
      keptBytes: RESPONSE_BODY_KEPT_BYTES,
    });
    return {
      outcome: outcomeOf(answer.statusCode),
      statusCode: answer.statusCode,
      error: redirectOf(answer, extras.headers),
      responseBody: redactSecrets(textOf(answer.body), extras.headers),
      retryAfterMs: parseRetryAfter(answer.headers["retry-after"], new Date(signed.timestamp * 1_000)),
    };
  } catch (error) {
    if (error instanceof errors.ClientDestroyedError || error instanceof errors.ClientClosedError) return undefined;
    const sent = { timeoutMs, isTls: url.protocol === "https:", hasCertificate: extras.identity !== undefined };
    return { ...describeFailure(error, sent), statusCode: null, responseBody: null, retryAfterMs: undefined };
  }
}

function outcomeOf(statusCode: number): AttemptOutcome {
  if (statusCode >= 200 && statusCode < 300) return "delivered";
  return statusCode === 410 ? "gone" : "rejected";
}

const LOCATION_LENGTH_MAX = 500;

/** A sentence with the target of a redirect; null for any other response. */
function redirectOf({ statusCode, headers }: Answer, own: RequestExtras["headers"]): string | null {
  const { location } = headers;
  if (statusCode < 300 || statusCode > 399 || location === undefined) return null;
  const shown = redactSecrets(location.replaceAll(/[^\x21-\x7e]/g, "").slice(0, LOCATION_LENGTH_MAX), own);
  return `Redirects are not followed. The answer's Location is ${shown}; set it as the endpoint's url if you trust it.`;
}

/** Text that PostgreSQL can store. */
const textOf = (body: Uint8Array): string =>
  body.length === 0 ? "" : Buffer.from(body).toString("utf8").replaceAll("\u0000", "\uFFFD");
