import { z } from "zod";
import { idSchema } from "../ids.js";
import { LIMITS } from "../limits.js";
import { listOf, pageQuery, resourceFields, validateOnlyQuery } from "../list.js";
import { text } from "../text.js";
import { DESTINATION_TEST_STEPS } from "./destination-test.js";

export const UPLOAD_STRATEGIES = ["rename", "direct", "manifest_last", "trigger"] as const;
export type UploadStrategy = (typeof UPLOAD_STRATEGIES)[number];

export const UPLOAD_CHECKS = ["size", "content"] as const;
export type UploadCheck = (typeof UPLOAD_CHECKS)[number];

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

const passwordSchema = z.string().min(1).max(1000);

const authSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("password"), password: passwordSchema.describe("Write-only.") }),
  z.strictObject({
    type: z.literal("public_key"),
    password: passwordSchema
      .optional()
      .describe("For a host that requires a password in addition to the key. Write-only."),
  }),
]);

const authPatchSchema = z
  .strictObject({
    type: z.enum(["password", "public_key"]).optional(),
    password: passwordSchema
      .nullable()
      .optional()
      .describe("Write-only. null removes the password that accompanies a key."),
  })
  .describe(
    "Without type, only the password changes and the key stays. With type public_key, a new key pair is created.",
  );
export type DestinationAuthPatch = z.output<typeof authPatchSchema>;

// Not \P{Cc}, which JSON Schema validators treat differently.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression rejects them
const FOLDER = /^(\.|(?!.*(^|\/)\.{1,2}(\/|$))[^\u0000-\u001f\u007f-\u009f]+)$/;

/** A folder at the partner: absolute, or relative to the login's home folder, which is `.`; no other dot segments. */
const pathSchema = z.string().max(500).regex(FOLDER, "must be a folder such as /feeds, without . or .. segments");

const fields = {
  name: text(200),
  type: z.literal("sftp"),
  host: hostSchema,
  port: z.int().min(1).max(65_535),
  username: text(100),
  host_keys: z
    .array(hostKeySchema)
    .max(5)
    .describe(
      "Pinned host keys. Nothing is sent to a host with another key, or while no key is pinned. A test of the destination " +
        "shows the host's keys; verify them with the partner before you add them here.",
    ),
  path: pathSchema,
  strategy: z
    .enum(UPLOAD_STRATEGIES)
    .describe(
      "rename: upload under a temporary name, check, then rename. direct: upload under the final name. manifest_last: as " +
        "rename, then <file_name>.manifest.json with names, sizes, rows and SHA-256. trigger: as direct, then the empty " +
        "file <file_name>.done, which is removed before the next upload.",
    ),
  verify: z
    .enum(UPLOAD_CHECKS)
    .describe(
      "content: each file is read back and compared with what was sent: the whole file up to the operator's limit (64 MB " +
        "by default), beyond it both ends and random blocks. If the host does not allow reading, the delivery says so " +
        "in verification. size: only the size that the host reports is compared.",
    ),
  remove_stale: z
    .boolean()
    .describe(
      "Whether to remove files that the feed delivered here earlier and no longer has: shards, files with former names, the manifest or trigger of another strategy.",
    ),
  connections_max: z
    .int()
    .min(1)
    .max(5)
    .describe("Maximum number of concurrent connections to the host for this destination."),
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

export const destinationCreateSchema = z.strictObject({
  ...fields,
  type: fields.type.default("sftp"),
  port: fields.port.default(22),
  auth: authSchema,
  host_keys: fields.host_keys.default([]),
  path: fields.path.default("."),
  strategy: fields.strategy.default("rename"),
  verify: fields.verify.default("content"),
  remove_stale: fields.remove_stale.default(true),
  connections_max: fields.connections_max.default(2),
  writes_max: fields.writes_max.default(64),
  legacy_algorithms_until: fields.legacy_algorithms_until.default(null),
});
export type DestinationCreate = z.output<typeof destinationCreateSchema>;

export const destinationPatchSchema = z
  .strictObject({ ...fields, auth: authPatchSchema })
  .omit({ type: true })
  .partial();
export type DestinationPatch = z.output<typeof destinationPatchSchema>;

export const destinationSchema = z
  .object({
    id: z.string(),
    ...fields,
    auth: z.object({
      type: z.enum(["password", "public_key"]),
      public_key: z.string().optional().describe("Our public key, for authorized_keys on the partner's host."),
      has_password: z
        .boolean()
        .describe("Whether a password is stored. With type public_key, it is sent after the key."),
      next_public_key: z
        .string()
        .optional()
        .describe(
          "The next public key, which replaces the present one when it is confirmed. Until then, logins try both.",
        ),
    }),
    last_test: z
      .object({
        at: z.iso.datetime(),
        status: z.enum(["passed", "failed"]),
        failed_step: z.enum(DESTINATION_TEST_STEPS).nullable(),
      })
      .nullable()
      .describe("Result of the last test; null if there was none since the address, login or pinned keys changed."),
    ordered_writes_since: z.iso
      .datetime()
      .nullable()
      .describe(
        "Since when the host gets one write at a time because it rejected writes out of order. Changing writes_max or the " +
          "address clears it.",
      ),
    ...resourceFields,
  })
  .meta({ id: "Destination" });
export type Destination = z.output<typeof destinationSchema>;

export const destinationParams = z.object({ destination_id: idSchema("dst") });
export const destinationListQuery = z.object(pageQuery);
export const destinationListSchema = listOf(destinationSchema);
export const writeQuery = z.object(validateOnlyQuery);
