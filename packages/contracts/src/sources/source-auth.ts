import { z } from "zod";
import { text } from "../text.js";

const secret = z.string().min(1).max(1_000);
/** A header value must be one line of visible characters (RFC 9110, section 5.5). */
const headerValue = secret.regex(
  /^[!-~](?:[ -~\t]*[!-~])?$/,
  "must be visible ASCII characters, optionally separated by spaces",
);
const bearer = secret.regex(/^[!-~]+$/, "must be visible ASCII characters without spaces");

/** Headers that control the HTTP request itself, or that the service sets. */
const RESERVED = new Set([
  "accept",
  "accept-encoding",
  "connection",
  "content-length",
  "content-type",
  "cookie",
  "expect",
  "host",
  "if-modified-since",
  "if-none-match",
  "keep-alive",
  "range",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
  "via",
]);

const headerName = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, "must be the name of an HTTP header")
  .toLowerCase()
  .refine((name) => !RESERVED.has(name) && !name.startsWith("proxy-") && !name.startsWith("sec-"), {
    error: "is set by the service or controls the HTTP request itself; choose another name",
    params: { code: "not_allowed" },
  });

const FORMS = {
  none: z.strictObject({ type: z.literal("none") }),
  basic: z.strictObject({
    type: z.literal("basic"),
    username: text(200).refine((name) => !name.includes(":"), { error: "must not contain a colon (RFC 7617)" }),
    password: secret.describe("Write-only."),
  }),
  bearer: z.strictObject({ type: z.literal("bearer"), token: bearer.describe("Write-only.") }),
  header: z.strictObject({ type: z.literal("header"), name: headerName, value: headerValue.describe("Write-only.") }),
  password: z.strictObject({ type: z.literal("password"), password: secret.describe("Write-only.") }),
  public_key: z.strictObject({ type: z.literal("public_key") }),
} as const;

export const SOURCE_AUTH_TYPES = Object.keys(FORMS) as [keyof typeof FORMS, ...(keyof typeof FORMS)[]];

/** How to log in to a source's host: the first four for URLs, the last two for SFTP. */
export const sourceAuthSchema = z.discriminatedUnion("type", [
  FORMS.none,
  FORMS.basic,
  FORMS.bearer,
  FORMS.header,
  FORMS.password,
  FORMS.public_key,
]);
export type SourceAuth = z.output<typeof sourceAuthSchema>;

/** The logins that each type of source supports. */
export const AUTH_TYPES_OF = {
  url: ["none", "basic", "bearer", "header"],
  sftp: ["password", "public_key"],
} as const satisfies Record<string, readonly SourceAuth["type"][]>;

export const sourceAuthPatchSchema = z
  .strictObject({
    type: z.enum(SOURCE_AUTH_TYPES),
    username: FORMS.basic.shape.username.nullable(),
    password: FORMS.basic.shape.password.nullable(),
    token: FORMS.bearer.shape.token.nullable(),
    name: FORMS.header.shape.name.nullable(),
    value: FORMS.header.shape.value.nullable(),
  })
  .partial()
  .describe(
    "Merged with the present login. Every change requires the secret again. A login that changes to type public_key gets a " +
      "new key pair; one that has this type already keeps its key.",
  );
export type SourceAuthPatch = z.output<typeof sourceAuthPatchSchema>;

/** A login in a response: without its secret. */
export const sourceAuthShown = z.object({
  type: z.enum(SOURCE_AUTH_TYPES),
  username: z.string().optional(),
  name: z.string().optional().describe("The header's name."),
  public_key: z.string().optional().describe("Our public key, for authorized_keys on the host."),
});
export type ShownSourceAuth = z.output<typeof sourceAuthShown>;
