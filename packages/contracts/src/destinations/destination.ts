import { z } from "zod";
import { boundToSchema } from "../bound-to.js";
import { idSchema } from "../ids.js";
import { listOf, pageQuery, resourceFields, validateOnlyQuery } from "../list.js";
import { nameText, text } from "../text.js";
import { urlSchema } from "../url.js";
import { DESTINATION_TEST_STEPS } from "./destination-test.js";
import { checkType, DESTINATION_TYPES, serverFields, sftpFields, typedFields } from "./destination-types.js";

export const UPLOAD_STRATEGIES = ["rename", "direct", "manifest_last", "trigger"] as const;
export type UploadStrategy = (typeof UPLOAD_STRATEGIES)[number];

export const UPLOAD_CHECKS = ["size", "content"] as const;
export type UploadCheck = (typeof UPLOAD_CHECKS)[number];

const passwordSchema = z.string().min(1).max(1000);

const userSchema = text(100);

const AUTH_TYPES = ["password", "public_key", "access_key", "basic", "bearer", "none"] as const;

const authSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("password"), password: passwordSchema.describe("Write-only.") }),
  z.strictObject({
    type: z.literal("public_key"),
    password: passwordSchema
      .optional()
      .describe("For a host that requires a password in addition to the key. Write-only."),
  }),
  z.strictObject({
    type: z.literal("access_key"),
    access_key_id: userSchema,
    secret_access_key: passwordSchema.describe("Write-only."),
  }),
  z.strictObject({
    type: z.literal("basic"),
    username: userSchema.regex(/^[^:]+$/, "must not contain a colon"),
    password: passwordSchema.describe("Write-only."),
  }),
  z.strictObject({
    type: z.literal("bearer"),
    token: z
      .string()
      .regex(/^[!-~]{1,4000}$/, "must be visible ASCII characters")
      .describe("Write-only."),
  }),
  z.strictObject({ type: z.literal("none") }),
]);
export type DestinationAuth = z.output<typeof authSchema>;
export { authSchema as destinationAuthSchema };

const authPatchSchema = z
  .strictObject({
    type: z.enum(AUTH_TYPES).optional(),
    password: passwordSchema
      .nullable()
      .optional()
      .describe("Write-only. null removes the password that accompanies a key."),
    access_key_id: userSchema.optional(),
    secret_access_key: passwordSchema.optional().describe("Write-only."),
    username: userSchema.optional(),
    token: passwordSchema.max(4000).optional().describe("Write-only."),
  })
  .describe(
    "Types sftp and ftps: merged with the present login. A login that changes to type public_key gets a new key pair; one " +
      "that has this type already keeps its key, which only rotate-key replaces. Types s3, https and acp replace the whole login.",
  );
export type DestinationAuthPatch = z.output<typeof authPatchSchema>;

const fields = {
  name: text(200),
  type: z
    .enum(DESTINATION_TYPES)
    .describe(
      "sftp: an SFTP server. s3: a bucket. https: uploads to a URL. ftps: an FTP server with explicit TLS. acp: a host of the " +
        "ACP Feed API, which takes products instead of files, for channels with the profile acp_feed.",
    ),
  strategy: z
    .enum(UPLOAD_STRATEGIES)
    .describe(
      "rename: upload under a temporary name, check, then rename. direct: upload under the final name. manifest_last: as " +
        "rename, then <file_name>.manifest.json with names, sizes, rows and SHA-256. trigger: as direct, then the empty " +
        "file <file_name>.done, which is removed before the next upload. Types s3, https and acp have no rename: a file " +
        "appears complete or not at all with direct.",
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
};

const optionalFields = Object.fromEntries(
  Object.entries(typedFields).map(([name, schema]) => [name, schema.optional()]),
) as { [Name in keyof typeof typedFields]: z.ZodOptional<(typeof typedFields)[Name]> };

export const destinationCreateSchema = z
  .strictObject({
    ...fields,
    name: nameText(200),
    type: fields.type.default("sftp"),
    ...optionalFields,
    port: optionalFields.port.describe("Default: 22 for type sftp, 21 for ftps."),
    path: optionalFields.path.describe('Folder for types sftp and ftps. Default: ".", where the session starts.'),
    auth: authSchema.optional().describe("Required, except for type https, where the default is none."),
    strategy: fields.strategy
      .optional()
      .describe(`${fields.strategy.description} Default: rename, or direct for s3, https and acp.`),
    verify: fields.verify.default("content"),
    remove_stale: fields.remove_stale.default(true),
    connections_max: fields.connections_max.default(2),
  })
  .superRefine(checkType);
export type DestinationCreate = z.output<typeof destinationCreateSchema>;

export const destinationPatchSchema = z
  .strictObject({
    ...fields,
    name: nameText(200),
    ...typedFields,
    auth: authPatchSchema,
    bound_to: z
      .null()
      .describe("null takes the destination over from the app or key that set it up, so that it lasts."),
  })
  .omit({ type: true })
  .partial();
export type DestinationPatch = z.output<typeof destinationPatchSchema>;

/** A stored URL, which may be from before a rule for new ones. */
const shownUrl = (given: z.ZodType) => urlSchema.meta({ ...given.meta() }).optional();

export const destinationSchema = z
  .object({
    id: z.string(),
    ...fields,
    bound_to: boundToSchema,
    host: serverFields.host.describe("Host of the server, of the store's endpoint or of the URL."),
    port: serverFields.port,
    username: serverFields.username.describe("User name, or the id of the access key; anonymous without a login."),
    path: z.string().max(500).describe("Folder on the server, prefix in the bucket, or start of the URL's path."),
    ...sftpFields,
    endpoint: shownUrl(typedFields.endpoint),
    region: optionalFields.region,
    bucket: optionalFields.bucket,
    prefix: optionalFields.prefix,
    path_style: optionalFields.path_style,
    url: shownUrl(typedFields.url),
    method: optionalFields.method,
    field_name: optionalFields.field_name,
    host_feed_id: optionalFields.host_feed_id,
    products_max: optionalFields.products_max,
    headers: z
      .array(z.object({ name: z.string() }))
      .optional()
      .describe("Names of your headers; values are not shown."),
    success_statuses: optionalFields.success_statuses,
    ca_certificate: optionalFields.ca_certificate,
    auth: z.object({
      type: z.enum(AUTH_TYPES),
      public_key: z.string().optional().describe("Our public key, for authorized_keys on the partner's host."),
      has_password: z
        .boolean()
        .describe(
          "Whether a password or another secret is stored. With type public_key, the password is sent after the key.",
        ),
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
