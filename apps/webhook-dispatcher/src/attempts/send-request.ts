import { type AttemptOutcome, RESPONSE_BODY_KEPT_BYTES } from "@skucast/contracts/deliveries/delivery";
import { SERVICE_NAME } from "@skucast/contracts/service";
import { type Dispatcher, errors, request } from "undici";
import { describeFailure } from "./describe-failure.js";
import type { Agents } from "./open-agents.js";
import { plainSignature, type RequestExtras } from "./request-extras.js";
import { retryAfterMs } from "./retry-after.js";
import { type Signed, type SigningKey, sign } from "./sign.js";

export interface WebhookRequest extends Signed {
  readonly url: string;
  readonly keys: readonly SigningKey[];
  readonly extras: RequestExtras;
}

/** How an attempt ended. */
export interface AttemptResult {
  readonly outcome: AttemptOutcome;
  readonly statusCode: number | null;
  /** A public sentence when there was no answer. */
  readonly error: string | null;
  /** The first 16 kB of the answer. */
  readonly responseBody: string | null;
  readonly retryAfterMs: number | undefined;
}

export interface SendTools {
  readonly agents: Pick<Agents, "of">;
  readonly timeoutMs: number;
}

/**
 * Sends one signed request: one POST, no redirects, no retries, an end after `timeoutMs` at the latest. The status alone
 * decides; an answer's body is only kept. Answers undefined when the client was closed under it, which says nothing
 * about the receiver.
 */
export async function sendRequest(
  { agents, timeoutMs }: SendTools,
  { url, keys, extras, ...signed }: WebhookRequest,
): Promise<AttemptResult | undefined> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await request(url, {
      dispatcher: agents.of(extras.identity),
      method: "POST",
      headers: {
        // First, so that none of them can stand in for ours.
        ...extras.headers,
        ...(extras.plain && { [extras.plain.header]: plainSignature(extras.plain, signed.body) }),
        "content-type": "application/json",
        "user-agent": `${SERVICE_NAME}-Webhooks/1`,
        "webhook-id": signed.id,
        "webhook-timestamp": String(signed.timestamp),
        "webhook-signature": sign(keys, signed),
      },
      body: signed.body,
      signal,
    });
    const responseBody = await readStart(response.body);
    return {
      outcome: outcomeOf(response.statusCode),
      statusCode: response.statusCode,
      error: null,
      responseBody,
      retryAfterMs: retryAfterMs(response.headers["retry-after"], new Date(signed.timestamp * 1_000)),
    };
  } catch (error) {
    if (error instanceof errors.ClientDestroyedError || error instanceof errors.ClientClosedError) return undefined;
    return { ...describeFailure(error, timeoutMs), statusCode: null, responseBody: null, retryAfterMs: undefined };
  }
}

function outcomeOf(statusCode: number): AttemptOutcome {
  if (statusCode >= 200 && statusCode < 300) return "delivered";
  return statusCode === 410 ? "gone" : "rejected";
}

/** The body's start as text that PostgreSQL can hold; what comes after the limit, or too late, is dropped. */
async function readStart(body: Dispatcher.ResponseData["body"]): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      bytes += chunk.length;
      // Leaving the loop destroys the stream.
      if (bytes >= RESPONSE_BODY_KEPT_BYTES) break;
    }
  } catch {
    // The status has come, so the receiver has decided: a body that breaks off or never ends takes nothing back.
  }
  if (bytes === 0) return "";
  return Buffer.concat(chunks, bytes)
    .subarray(0, RESPONSE_BODY_KEPT_BYTES)
    .toString("utf8")
    .replaceAll("\u0000", "\uFFFD");
}
