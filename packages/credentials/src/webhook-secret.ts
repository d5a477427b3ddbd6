import { randomBytes } from "node:crypto";

const SECRET_BYTES = 32;

/** A new signing secret of Standard Webhooks (v1): `whsec_` and base64 of 32 random bytes. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
