import { WebhookVerificationError } from "./webhook-verification-error.js";

/** Headers as in Node.js or in fetch, with names in any letter case, as some gateways send them. */
export type WebhookHeaders =
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | { get(name: string): string | null };

export interface Signature {
  readonly scheme: string;
  /** Not a Buffer, so that the types of the package do not need those of Node.js. */
  readonly bytes: Uint8Array;
}

export interface SignedHeaders {
  readonly id: string;
  /** Unix seconds as received, because the signature covers this string. */
  readonly timestamp: string;
  readonly signatures: readonly Signature[];
}

/** More than a key rotation needs, and few enough to limit the work of a forged request. */
const SIGNATURES_MAX = 16;
const HEADER_LENGTH_MAX = 4_096;
const ID = /^[\x21-\x2d\x2f-\x7e]{1,255}$/; // printable, without the dot that separates the signed parts
const TIMESTAMP = /^[1-9]\d{0,11}$/;
const ENTRY = /^(v\d{1,3}[a-z]?),([A-Za-z0-9+/]+={0,2})$/;

/**
 * Reads the three Standard Webhooks headers strictly: each exactly once, the signature header with only entries and
 * single spaces. Throws WebhookVerificationError.
 */
export function readHeaders(headers: WebhookHeaders): SignedHeaders {
  const id = header(headers, "webhook-id");
  const timestamp = header(headers, "webhook-timestamp");
  if (!ID.test(id)) throw malformed("webhook-id");
  if (!TIMESTAMP.test(timestamp)) throw malformed("webhook-timestamp");
  return { id, timestamp, signatures: signaturesOf(header(headers, "webhook-signature")) };
}

function header(headers: WebhookHeaders | null | undefined, name: string): string {
  if (!headers) throw malformed(name);
  const value = isFetchHeaders(headers) ? headers.get(name) : headerByName(headers, name);
  if (typeof value !== "string" || value === "" || value.length > HEADER_LENGTH_MAX) throw malformed(name);
  return value;
}

/** Undefined if two names differ only in case: it would be ambiguous which one counts. */
function headerByName(headers: Readonly<Record<string, unknown>>, name: string): unknown {
  const [found, ...others] = Object.keys(headers).filter((key) => key.toLowerCase() === name);
  return found === undefined || others.length > 0 ? undefined : headers[found];
}

const isFetchHeaders = (headers: WebhookHeaders): headers is { get(name: string): string | null } =>
  typeof headers.get === "function";

function signaturesOf(text: string): Signature[] {
  const entries = text.split(" ");
  if (entries.length > SIGNATURES_MAX) throw malformed("webhook-signature");
  return entries.map((entry) => {
    const [, scheme, base64] = ENTRY.exec(entry) ?? [];
    const bytes = Buffer.from(base64 ?? "", "base64");
    // The last character may have unused bits. Only the canonical form of a signature is accepted.
    if (scheme === undefined || bytes.toString("base64") !== base64) throw malformed("webhook-signature");
    return { scheme, bytes };
  });
}

const malformed = (name: string) =>
  new WebhookVerificationError("malformed_header", `the header ${name} is missing or malformed`);
