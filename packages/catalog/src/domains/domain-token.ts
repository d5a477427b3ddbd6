import { randomBytes } from "node:crypto";

const TOKEN_BYTES = 24;

/** A new value that proves a domain to a workspace once it is published. */
export const newDomainToken = (): string => `skucast-domain=${randomBytes(TOKEN_BYTES).toString("base64url")}`;
