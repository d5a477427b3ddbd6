import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import type { WebhookEvent } from "../webhooks/create-webhook-verifier.js";

export const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const pair = generateKeyPairSync("ed25519");
export const PUBLIC_KEY = `whpk_${pair.publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64")}`;
export const NOW_MS = Date.parse("2026-11-21T08:00:00.000Z");
export const NOW_SECONDS = NOW_MS / 1_000;

export const EVENT: WebhookEvent = {
  id: "evt_01jd0000000000000000000000",
  type: "product.updated",
  timestamp: "2026-11-21T08:00:00.000Z",
  workspace_id: "ws_01jd0000000000000000000000",
  sequence: 2,
  data: { object: { title: "Größe 漢字 😀" }, previous: {} },
};
export const BODY = JSON.stringify(EVENT);

export interface ToSign {
  readonly body?: string;
  readonly id?: string;
  readonly timestamp?: number | string;
}

/** A signature with the shared secret, computed without the verifier's code. */
export const v1Of = ({ body = BODY, id = EVENT.id, timestamp = NOW_SECONDS }: ToSign = {}, secret = SECRET): string =>
  `v1,${createHmac("sha256", Buffer.from(secret.slice(6), "base64"))
    .update(`${id}.${timestamp}.${body}`)
    .digest("base64")}`;

/** A signature with the private key of PUBLIC_KEY. */
export const v1aOf = ({ body = BODY, id = EVENT.id, timestamp = NOW_SECONDS }: ToSign = {}): string =>
  `v1a,${sign(null, Buffer.from(`${id}.${timestamp}.${body}`), pair.privateKey).toString("base64")}`;

export const headersOf = (signature: string, { id = EVENT.id, timestamp = NOW_SECONDS }: ToSign = {}) => ({
  "webhook-id": id,
  "webhook-timestamp": String(timestamp),
  "webhook-signature": signature,
});
