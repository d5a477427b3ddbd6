import { WebhookRefused } from "./webhook-refused.js";

/** As Node.js gives them, or as fetch does; names in any case, as gateways hand them on. */
export type WebhookHeaders =
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | { get(name: string): string | null };

export interface Signature {
  readonly scheme: string;
  readonly bytes: Buffer;
}

export interface SignedHeaders {
  readonly id: string;
  /** Seconds since 1970, as they were written: the signature is over this text. */
  readonly timestamp: string;
  readonly signatures: readonly Signature[];
}

/** More than a sender needs who rotates its keys, and few enough that a forger cannot keep us busy. */
const SIGNATURES_MAX = 16;
const HEADER_LENGTH_MAX = 4_096;
const ID = /^[\x21-\x2d\x2f-\x7e]{1,255}$/; // printable, without the dot that separates what is signed
const TIMESTAMP = /^[1-9]\d{0,11}$/;
const ENTRY = /^(v\d{1,3}[a-z]?),([A-Za-z0-9+/]+={0,2})$/;

/**
 * Reads the three headers of Standard Webhooks strictly: each once, the signature header with nothing but entries and
 * single blanks. Throws WebhookRefused.
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
  const value = isFetchHeaders(headers) ? headers.get(name) : named(headers, name);
  if (typeof value !== "string" || value === "" || value.length > HEADER_LENGTH_MAX) throw malformed(name);
  return value;
}

/** Undefined where two names differ by their case alone: which of them counts would be the sender's guess. */
function named(headers: Readonly<Record<string, unknown>>, name: string): unknown {
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
    // The last letter may hold bits that no byte takes: only one spelling of a signature is taken.
    if (scheme === undefined || bytes.toString("base64") !== base64) throw malformed("webhook-signature");
    return { scheme, bytes };
  });
}

const malformed = (name: string) =>
  new WebhookRefused("malformed_header", `the header ${name} is missing or malformed`);
