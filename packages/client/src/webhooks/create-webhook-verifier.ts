import { isSigned } from "./check-signatures.js";
import { readHeaders, type WebhookHeaders } from "./read-headers.js";
import type { SeenIds } from "./seen-ids.js";
import { verificationKey } from "./verification-keys.js";
import { WebhookVerificationError } from "./webhook-verification-error.js";

/**
 * The content of a webhook. `data.object` is the state after the change, or what happened; `sequence` numbers the
 * changes of that object. For events of kind `state`, ignore one whose `sequence` is not above the last applied one for
 * the same `data.object.id`. Events of kind `fact` all count.
 */
export interface WebhookEvent {
  readonly id: string;
  readonly type: string;
  /** Absent in events from earlier versions of the service. */
  readonly kind?: "state" | "fact";
  readonly timestamp: string;
  readonly workspace_id: string;
  readonly sequence: number;
  readonly data: {
    readonly object: Record<string, unknown>;
    readonly previous: Record<string, unknown>;
    /** Fields that were omitted because the event would be too large. `url` is the path at which they can be read. */
    readonly omitted?: { readonly object: readonly string[]; readonly previous: readonly string[] };
    readonly url?: string | null;
  };
}

export interface VerifierOptions {
  /** `whsec_` secrets and `whpk_` public keys; one match is enough. During a rotation, pass the old and the new one. */
  readonly keys: readonly string[];
  /** Tolerated clock difference in either direction: 0 to 86,400 seconds. Default: 300. */
  readonly toleranceSeconds?: number;
  /** Store of handled ids. Without it, repeats are not detected here; detect them yourself. */
  readonly seenIds?: SeenIds;
  readonly nowMs?: () => number;
}

export interface WebhookVerifier {
  /**
   * Returns the event of a request, or rejects with WebhookVerificationError and a reason. `body` is the raw body, byte for byte.
   * With `seenIds`, the id counts as handled from now on: call `seenIds.remove` if handling fails.
   */
  verify(body: Uint8Array | string, headers: WebhookHeaders): Promise<WebhookEvent>;
}

const TOLERANCE_SECONDS = 300;
const TOLERANCE_SECONDS_MAX = 86_400;

/**
 * Verifies webhooks by Standard Webhooks 1.0.0, schemes v1 and v1a. Throws TypeError without keys, for an invalid key,
 * and for a tolerance that would accept everything, such as the NaN of a missing setting.
 */
export function createWebhookVerifier(options: VerifierOptions): WebhookVerifier {
  const { toleranceSeconds = TOLERANCE_SECONDS, seenIds, nowMs = Date.now } = options;
  const keys = (options.keys ?? []).map(verificationKey);
  if (keys.length === 0) throw new TypeError("at least one key is required: a whsec_ secret or a whpk_ public key");
  if (typeof toleranceSeconds !== "number" || !(toleranceSeconds >= 0 && toleranceSeconds <= TOLERANCE_SECONDS_MAX)) {
    throw new TypeError(
      `toleranceSeconds must be a number from 0 to ${TOLERANCE_SECONDS_MAX}, not ${toleranceSeconds}`,
    );
  }
  return {
    verify: async (given, headers) => {
      const body = bytesOf(given);
      const signed = readHeaders(headers);
      if (!isSigned(keys, signed, body)) {
        throw new WebhookVerificationError("no_matching_signature", "no signature matches any of the keys");
      }
      // Written so that an invalid clock value rejects everything.
      if (!(Math.abs(Math.floor(nowMs() / 1_000) - Number(signed.timestamp)) <= toleranceSeconds)) {
        const message = `the timestamp differs from this clock by more than ${toleranceSeconds} s`;
        throw new WebhookVerificationError("timestamp_out_of_tolerance", message);
      }
      const event = eventOf(body, signed.id);
      if (seenIds && !(await seenIds.add(signed.id))) {
        throw new WebhookVerificationError("repeated", `the webhook ${signed.id} was already handled`);
      }
      return event;
    },
  };
}

/** Throws TypeError for a parsed body: the signed bytes cannot be restored from it. */
function bytesOf(body: Uint8Array | string): Uint8Array {
  if (typeof body === "string") return Buffer.from(body, "utf8");
  if (body instanceof Uint8Array) return body;
  throw new TypeError(
    "the body must be the raw body as bytes or a string, before any parsing (express.raw, request.text())",
  );
}

function eventOf(body: Uint8Array, id: string): WebhookEvent {
  const event = parseJson(Buffer.from(body).toString("utf8"));
  if (!isEvent(event)) throw new WebhookVerificationError("malformed_body", "the body is not an event");
  if (event.id !== id)
    throw new WebhookVerificationError("malformed_body", "the id of the body differs from that of the header");
  return event;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isEvent = (value: unknown): value is WebhookEvent =>
  isObject(value) &&
  [value.id, value.type, value.timestamp, value.workspace_id].every((field) => typeof field === "string") &&
  Number.isSafeInteger(value.sequence) &&
  isObject(value.data) &&
  isObject(value.data.object) &&
  isObject(value.data.previous);
