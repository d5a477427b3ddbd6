import { isSigned } from "./check-signatures.js";
import { readHeaders, type WebhookHeaders } from "./read-headers.js";
import type { SeenIds } from "./seen-ids.js";
import { verificationKey } from "./verification-keys.js";
import { WebhookRefused } from "./webhook-refused.js";

/**
 * What a webhook says. `data.object` is the state after the change, or what happened; `sequence` counts the changes of that
 * object. Of events of the kind `state`, drop one whose `sequence` is not above the last that you applied for the same
 * `data.object.id`; events of the kind `fact` each count.
 */
export interface WebhookEvent {
  readonly id: string;
  readonly type: string;
  /** Absent in what an earlier version of the service sent. */
  readonly kind?: "state" | "fact";
  readonly timestamp: string;
  readonly workspace_id: string;
  readonly sequence: number;
  readonly data: {
    readonly object: Record<string, unknown>;
    readonly previous: Record<string, unknown>;
    /** Fields that were left out because the event would be too large; `url` is the path at which all can be read. */
    readonly omitted?: { readonly object: readonly string[]; readonly previous: readonly string[] };
    readonly url?: string | null;
  };
}

export interface VerifierOptions {
  /** `whsec_` secrets and `whpk_` public keys: one that fits is enough. While you rotate, give the old and the new. */
  readonly keys: readonly string[];
  /** How far the sender's clock may be from ours, both ways: 0 to 86,400 seconds, 300 unless told. */
  readonly toleranceSeconds?: number;
  /** Where handled ids are kept. Without it repeats are not noticed here; notice them yourself. */
  readonly seenIds?: SeenIds;
  readonly nowMs?: () => number;
}

export interface WebhookVerifier {
  /**
   * The event of a request, or WebhookRefused with the reason. `body` is what came, byte for byte, before any parsing.
   * With `seenIds` the id counts as handled from now on: call `seenIds.remove` if handling it fails.
   */
  verify(body: Uint8Array | string, headers: WebhookHeaders): Promise<WebhookEvent>;
}

const TOLERANCE_SECONDS = 300;
const TOLERANCE_SECONDS_MAX = 86_400;

/**
 * Checks webhooks by Standard Webhooks 1.0.0, schemes v1 and v1a. Throws TypeError without keys, for one that is none, and
 * for a tolerance that would let everything pass, such as the NaN of a setting that is missing.
 */
export function createWebhookVerifier(options: VerifierOptions): WebhookVerifier {
  const { toleranceSeconds = TOLERANCE_SECONDS, seenIds, nowMs = Date.now } = options;
  const keys = (options.keys ?? []).map(verificationKey);
  if (keys.length === 0) throw new TypeError("at least one key is needed: a whsec_ secret or a whpk_ public key");
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
        throw new WebhookRefused("no_matching_signature", "no signature fits any of the keys");
      }
      // A clock that tells no time lets nothing pass.
      if (!(Math.abs(Math.floor(nowMs() / 1_000) - Number(signed.timestamp)) <= toleranceSeconds)) {
        const message = `the timestamp is more than ${toleranceSeconds} s away from this clock`;
        throw new WebhookRefused("timestamp_out_of_tolerance", message);
      }
      const event = eventOf(body, signed.id);
      if (seenIds && !(await seenIds.add(signed.id))) {
        throw new WebhookRefused("repeated", `the webhook ${signed.id} was handled before`);
      }
      return event;
    },
  };
}

/** Throws TypeError for a body that a framework has parsed: what was signed cannot be had back from it. */
function bytesOf(body: Uint8Array | string): Uint8Array {
  if (typeof body === "string") return Buffer.from(body, "utf8");
  if (body instanceof Uint8Array) return body;
  throw new TypeError("the body must be what came, as bytes or text, before any parsing (express.raw, request.text())");
}

function eventOf(body: Uint8Array, id: string): WebhookEvent {
  const event = parseJson(Buffer.from(body).toString("utf8"));
  if (!isEvent(event)) throw new WebhookRefused("malformed_body", "the body is not an event");
  if (event.id !== id) throw new WebhookRefused("malformed_body", "the body's id is not the header's");
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
