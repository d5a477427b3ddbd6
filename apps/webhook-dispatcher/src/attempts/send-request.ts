import { type AttemptOutcome, RESPONSE_BODY_KEPT_BYTES } from "@skucast/contracts/deliveries/delivery";
import { SERVICE_NAME } from "@skucast/contracts/service";
import { errors } from "undici";
import { describeFailure } from "./describe-failure.js";
import { hideEchoes } from "./hide-echoes.js";
import type { Agents } from "./open-agents.js";
import { type Answer, post } from "./post.js";
import { plainSignature, type RequestExtras } from "./request-extras.js";
import { retryAfterMs } from "./retry-after.js";
import type { Signed, Signer } from "./signer.js";
import type { SigningKey } from "./signing-key.js";

export interface WebhookRequest extends Signed {
  readonly url: URL;
  readonly keys: readonly SigningKey[];
  readonly extras: RequestExtras;
  /** Asked when all is ready: false when the delivery may be another process's by now. */
  readonly isInTime: () => boolean;
}

/** How an attempt ended. */
export interface AttemptResult {
  readonly outcome: AttemptOutcome;
  readonly statusCode: number | null;
  /** A public sentence when there was no answer, or a redirect. */
  readonly error: string | null;
  /** The first 16 kB of the answer. */
  readonly responseBody: string | null;
  readonly retryAfterMs: number | undefined;
}

export interface SendTools {
  readonly agents: Pick<Agents, "of">;
  readonly signer: Pick<Signer, "sign">;
  readonly timeoutMs: number;
}

/**
 * Sends one signed request: one POST, no redirects, no retries, an end after `timeoutMs` at the latest. The status alone
 * decides; an answer's body is only kept. Answers undefined when the client was closed under it, or it came too late to be
 * sent, which says nothing about the receiver.
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
        // First, so that none of them can stand in for ours.
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
      responseBody: hideEchoes(textOf(answer.body), extras.headers),
      retryAfterMs: retryAfterMs(answer.headers["retry-after"], new Date(signed.timestamp * 1_000)),
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

/** Where a redirect would have led, in a sentence; null for any other answer. */
function redirectOf({ statusCode, headers }: Answer, own: RequestExtras["headers"]): string | null {
  const { location } = headers;
  if (statusCode < 300 || statusCode > 399 || location === undefined) return null;
  const shown = hideEchoes(location.replaceAll(/[^\x21-\x7e]/g, "").slice(0, LOCATION_LENGTH_MAX), own);
  return `Redirects are not followed. The answer's Location is ${shown}; set it as the endpoint's url if you trust it.`;
}

/** As text that PostgreSQL can hold. */
const textOf = (body: Uint8Array): string =>
  body.length === 0 ? "" : Buffer.from(body).toString("utf8").replaceAll("\u0000", "\uFFFD");
