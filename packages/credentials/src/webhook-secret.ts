import { randomBytes } from "node:crypto";

const SECRET_BYTES = 32;

/** A new Standard Webhooks signing secret (v1): `whsec_` and base64 of 32 random bytes. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
