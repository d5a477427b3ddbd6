import { z } from "zod";
import { LIMITS } from "../limits.js";
import { text } from "../text.js";
import { requestUrlSchema } from "../url.js";
import { webhookHeadersSchema } from "../webhook-endpoints/request-options.js";

export const DESTINATION_TYPES = ["sftp", "s3", "https", "ftps", "acp"] as const;
export type DestinationType = (typeof DESTINATION_TYPES)[number];

/** Placeholder for the file's name in the URL of an HTTPS destination. */
export const FILE_NAME_PLACEHOLDER = "{file_name}";

const hostSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?=.)[a-z0-9._:-]+$/, "must be a host name or an IP address, without scheme, port or path");

const hostKeySchema = z
  .string()
  .regex(/^SHA256:[A-Za-z0-9+/]{43}$/, "must be a SHA-256 fingerprint as ssh-keygen -l prints it: SHA256:…")
  .meta({ examples: ["SHA256:uNiVztksCsDhcc0u9e8BrGYx1WZDpzsSJT6vCp7cVZo"] });

// Not \P{Cc}, which JSON Schema validators treat differently.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression rejects them
const FOLDER = /^(\.|(?!.*(^|\/)\.{1,2}(\/|$))[^\u0000-\u001f\u007f-\u009f]+)$/;

/** A folder at the partner: absolute, or relative to the login's home folder, which is `.`; no other dot segments. */
const pathSchema = z.string().max(500).regex(FOLDER, "must be a folder such as /feeds, without . or .. segments");

/** Fields of a server that one logs in to, over SFTP or FTPS. */
export const serverFields = {
  host: hostSchema,
  port: z.int().min(1).max(65_535),
  username: text(100),
  path: pathSchema,
};

/** Fields of SFTP servers alone. */
export const sftpFields = {
  host_keys: z
    .array(hostKeySchema)
    .max(5)
    .describe(
      "Pinned host keys. Nothing is sent to a host with another key, or while no key is pinned. A test of the destination " +
        "shows the host's keys; verify them with the partner before you add them here.",
    ),
  writes_max: z
    .int()
    .min(1)
    .max(64)
    .describe(
      "Maximum number of unacknowledged writes; 1 for hosts that accept only one at a time. A host that rejects writes out " +
        "of order is detected and then gets one at a time: see ordered_writes_since.",
    ),
  legacy_algorithms_until: z.iso
    .date()
    .nullable()
    .describe(
      `Until the end of this day (UTC), SHA-1 and CBC are offered too, for an old server; at most ${LIMITS.legacyAlgorithmDaysMax} ` +
        "days ahead. null: only modern algorithms.",
    ),
};

/** Fields of buckets of S3-compatible stores. */
export const bucketFields = {
  endpoint: requestUrlSchema.describe("URL of an S3-compatible store. Default: Amazon S3 in the region.").meta({
    examples: ["https://s3.partner.example"],
  }),
  region: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, "must be a region such as eu-central-1")
    .describe("Region of the bucket. Default: us-east-1."),
  bucket: z
    .string()
    .regex(
      /^(?!\d+\.\d+\.\d+\.\d+$)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      "must be the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens",
    ),
  prefix: z
    .string()
    .max(500)
    .regex(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression rejects them
      /^(?!\/)(?!.*(^|\/)\.{0,2}\/)(?!.*(^|\/)\.{1,2}$)[^\u0000-\u001f\u007f-\u009f]*$/,
      "must be a folder such as feeds/acme, without a leading slash and without . or .. segments",
    )
    .describe("Folder in the bucket; the object's key is the prefix, a slash and the file's name. Default: none."),
  path_style: z
    .boolean()
    .describe(
      "Whether the bucket is named in the path and not in the host. Default: true with an endpoint, false for Amazon S3.",
    ),
};

/** Fields of HTTPS uploads. */
export const httpsFields = {
  url: requestUrlSchema
    .describe(
      `For type https: where the files are sent. ${FILE_NAME_PLACEHOLDER} is replaced by the file's name; without it, the feed may ` +
        "have only one file. For type acp: the URL of the host's API, to which /feeds/… is appended. A redirect is not followed.",
    )
    .meta({ examples: ["https://partner.example/feeds/{file_name}"] }),
  method: z
    .enum(["PUT", "POST"])
    .describe("PUT sends the file as the body. POST sends a form (multipart/form-data) with the file. Default: PUT."),
  field_name: z
    .string()
    .max(100)
    .regex(/^[A-Za-z0-9_.[\]-]+$/, "must be the name of a form field")
    .describe("For POST: the form field of the file. Default: file."),
  headers: webhookHeadersSchema.describe(
    "More headers of every request. Values are stored encrypted and never shown. The list replaces the former one.",
  ),
  success_statuses: z
    .array(z.int().min(200).max(299))
    .min(1)
    .max(20)
    .describe("Statuses with which the server accepts a file. Default: 200, 201, 202 and 204."),
};

/** Fields of feeds at a host of the ACP Feed API. */
export const acpFields = {
  host_feed_id: z
    .string()
    .regex(/^[A-Za-z0-9._~-]{1,200}$/, "must be an id of letters, digits, dots, dashes, underscores and tildes")
    .describe("Id that the host gave its feed, from POST /feeds at the host.")
    .meta({ examples: ["feed_8f3K2x"] }),
  products_max: z
    .int()
    .min(1)
    .max(1000)
    .describe("Maximum number of products in a request. Default: 100. A request also has at most 1 MB."),
};

/** Fields of connections over TLS. */
export const tlsFields = {
  ca_certificate: z
    .string()
    .trim()
    .min(1)
    .max(LIMITS.clientCertificateBytesMax)
    .regex(/-----BEGIN CERTIFICATE-----/, "must be PEM, with -----BEGIN CERTIFICATE-----")
    .nullable()
    .describe(
      "PEM certificates that must have signed the server's certificate, for a server with its own authority. null: a public " +
        "authority.",
    ),
};

/** Every field that only some types have. */
export const typedFields = {
  ...serverFields,
  ...sftpFields,
  ...bucketFields,
  ...httpsFields,
  ...acpFields,
  ...tlsFields,
};
export type TypedField = keyof typeof typedFields;

interface TypeRules {
  readonly fields: readonly TypedField[];
  readonly required: readonly string[];
  readonly auth: readonly string[];
  /** The upload strategies that the protocol has; the first is the default. */
  readonly strategies: readonly string[];
}

/** What each type consists of. A new type is one more entry here. */
export const RULES_OF_TYPE = {
  sftp: {
    fields: ["host", "port", "username", "path", "host_keys", "writes_max", "legacy_algorithms_until"],
    required: ["host", "username", "auth"],
    auth: ["password", "public_key"],
    strategies: ["rename", "direct", "manifest_last", "trigger"],
  },
  s3: {
    fields: ["endpoint", "region", "bucket", "prefix", "path_style", "ca_certificate"],
    required: ["bucket", "auth"],
    auth: ["access_key"],
    strategies: ["direct", "manifest_last", "trigger"],
  },
  https: {
    fields: ["url", "method", "field_name", "headers", "success_statuses", "ca_certificate"],
    required: ["url"],
    auth: ["none", "basic", "bearer"],
    strategies: ["direct", "manifest_last", "trigger"],
  },
  ftps: {
    fields: ["host", "port", "username", "path", "ca_certificate"],
    required: ["host", "username", "auth"],
    auth: ["password"],
    strategies: ["rename", "direct", "manifest_last", "trigger"],
  },
  acp: {
    fields: ["url", "host_feed_id", "products_max", "headers", "ca_certificate"],
    required: ["url", "host_feed_id", "auth"],
    auth: ["bearer"],
    strategies: ["direct"],
  },
} as const satisfies Record<DestinationType, TypeRules>;

interface Typed {
  readonly type: DestinationType;
  readonly auth?: { readonly type?: string | undefined } | undefined;
  readonly strategy?: string | undefined;
}

/** A field that does not fit the type of its destination. */
export interface Misfit {
  readonly path: readonly string[];
  readonly code: "required" | "not_allowed";
  readonly message: string;
}

/** Fields of a destination that its type does not have, or only with other values. */
export function misfitsOf(given: Typed): Misfit[] {
  const { type, auth, strategy } = given;
  const { fields, auth: logins, strategies }: TypeRules = RULES_OF_TYPE[type];
  const values = new Map<string, unknown>(Object.entries(given));
  const misfits: Misfit[] = [];
  const reject = (path: readonly string[], message: string) => misfits.push({ path, code: "not_allowed", message });
  for (const name of Object.keys(typedFields) as TypedField[]) {
    if (values.get(name) === undefined || fields.includes(name)) continue;
    const types = DESTINATION_TYPES.filter((each) => (RULES_OF_TYPE[each] as TypeRules).fields.includes(name));
    reject([name], `belongs to a destination of type ${types.join(" or ")}`);
  }
  if (auth?.type !== undefined && !logins.includes(auth.type))
    reject(["auth", "type"], `must be ${logins.join(", ")} for type ${type}`);
  if (strategy !== undefined && !strategies.includes(strategy))
    reject(["strategy"], `must be ${strategies.join(", ")} for type ${type}`);
  return misfits;
}

/** Reports fields that the destination's type requires, and fields that do not fit it. */
export function checkType(given: Typed, context: z.core.$RefinementCtx): void {
  const values = new Map<string, unknown>(Object.entries(given));
  const missing = RULES_OF_TYPE[given.type].required
    .filter((name) => values.get(name) === undefined)
    .map((name): Misfit => ({ path: [name], code: "required", message: `is required for type ${given.type}` }));
  for (const { path, code, message } of [...missing, ...misfitsOf(given)])
    context.addIssue({ code: "custom", path: [...path], message, params: { code } });
}
