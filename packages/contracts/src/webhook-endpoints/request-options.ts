import { z } from "zod";
import { LIMITS } from "../limits.js";
import { mergePatchOf } from "../merge-patch.js";

/** Headers that control the HTTP request itself, or that every delivery already has. */
const RESERVED_NAMES = new Set([
  "accept-encoding",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "date",
  "expect",
  "forwarded",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
  "via",
]);
const RESERVED_PREFIXES = ["proxy-", "sec-", "webhook-", "x-forwarded-"];
const NAME_LENGTH_MAX = 100;
const VALUE_LENGTH_MAX = 2_000;

const headerNameSchema = z
  .string()
  .max(NAME_LENGTH_MAX)
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, "must be the name of an HTTP header")
  .toLowerCase()
  .refine((name) => !isReserved(name), {
    error: "is set by the service or controls the HTTP request itself; choose another name",
    params: { code: "not_allowed" },
  });

function isReserved(name: string): boolean {
  const lower = name.toLowerCase();
  return RESERVED_NAMES.has(lower) || RESERVED_PREFIXES.some((prefix) => lower.startsWith(prefix));
}

const headerSchema = z.strictObject({
  name: headerNameSchema,
  value: z
    .string()
    .max(VALUE_LENGTH_MAX)
    .regex(/^[!-~](?:[ -~\t]*[!-~])?$/, "must be visible ASCII characters, optionally separated by spaces")
    .describe("Stored encrypted and never shown."),
});
export type WebhookHeader = z.output<typeof headerSchema>;

export const webhookHeadersSchema = z
  .array(headerSchema)
  .max(LIMITS.webhookHeadersMax)
  .refine((headers) => new Set(headers.map(({ name }) => name.toLowerCase())).size === headers.length, {
    error: "must not name a header twice",
    params: { code: "duplicate" },
  })
  .refine((headers) => bytesOf(headers) <= LIMITS.webhookHeadersBytesMax, {
    error: `must have at most ${LIMITS.webhookHeadersBytesMax} bytes in total`,
    params: { code: "too_long" },
  })
  .meta({ examples: [[{ name: "x-shop-token", value: "s3cr3t" }]] })
  .describe("Headers of every request. The list replaces the former one.");

const bytesOf = (headers: readonly WebhookHeader[]): number =>
  headers.reduce((sum, { name, value }) => sum + name.length + value.length, 0);

const plainSignatureShown = {
  header: headerNameSchema.describe("The header for the signature."),
  encoding: z.enum(["hex", "base64"]).default("hex"),
  prefix: z
    .string()
    .max(20)
    .regex(/^[!-~]*$/, "must be visible ASCII characters")
    .default("")
    .describe('Prefix of the signature, such as "sha256=".'),
};

/** HMAC-SHA256 over the body alone, for receivers that do not know Standard Webhooks. */
export const plainSignatureSchema = z
  .strictObject({
    ...plainSignatureShown,
    secret: z
      .string()
      .regex(/^[!-~]{16,256}$/, "must be 16 to 256 visible ASCII characters")
      .describe("The key, as text. Stored encrypted and never shown."),
  })
  .meta({
    examples: [{ header: "x-hub-signature-256", encoding: "hex", prefix: "sha256=", secret: "sixteen-characters" }],
  })
  .describe(
    "An additional signature of the body, for receivers that cannot verify Standard Webhooks. It does not cover the timestamp, so it does not protect against replays.",
  );
export type PlainSignature = z.output<typeof plainSignatureSchema>;

/** A merge patch of a signature. It may omit the secret, which is never shown. */
export const plainSignaturePatchSchema = mergePatchOf(plainSignatureSchema).describe(
  "Members are merged; without a secret, the stored one stays.",
);
export type PlainSignaturePatch = z.output<typeof plainSignaturePatchSchema>;

/** A signature that replaces a stored one and may omit the secret to keep it. */
export const keptSignatureSchema = plainSignatureSchema.partial({ secret: true });
export type KeptSignature = z.output<typeof keptSignatureSchema>;

const pemSchema = z.string().trim().min(1).max(LIMITS.clientCertificateBytesMax);

export const clientCertificateSchema = z
  .strictObject({
    certificate: pemSchema.describe(
      "PEM: the certificate, followed by its issuers' certificates if the receiver needs them.",
    ),
    private_key: pemSchema.describe("PEM, without a passphrase. Stored encrypted and never shown."),
  })
  .describe("Client certificate for receivers that require mutual TLS.");
export type ClientCertificate = z.output<typeof clientCertificateSchema>;

/** The options in a response: without secrets. */
export const requestOptionsShown = {
  headers: z.array(z.object({ name: z.string() })).describe("Names of your custom headers; values are not shown."),
  plain_signature: z
    .object({ header: z.string(), encoding: z.enum(["hex", "base64"]), prefix: z.string() })
    .nullable()
    .describe("The additional signature of the body; null if there is none."),
  client_certificate: z
    .object({
      subject: z.string(),
      issuer: z.string(),
      fingerprint_sha256: z.string(),
      valid_from: z.iso.datetime(),
      expires_at: z.iso.datetime().describe("Receivers reject it from then on; replace it before."),
    })
    .nullable()
    .describe("The client certificate; null if there is none."),
};
