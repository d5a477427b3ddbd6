import { z } from "zod";
import { boundToSchema } from "../bound-to.js";
import { idSchema } from "../ids.js";
import { listOf, pageQuery, validateOnlyQuery } from "../list.js";
import { nameText, text } from "../text.js";

export const PULL_TYPES = ["https_pull", "sftp_pull"] as const;
export type PullType = (typeof PULL_TYPES)[number];

const WHO = "Who it is for; shown in lists and in the audit log.";
const name = nameText(100).describe(WHO);

/** An ed25519 key has a fixed layout: its algorithm name, the length 32, and 32 bytes. */
const publicKeySchema = z
  .string()
  .trim()
  .max(2_000)
  .regex(
    /^(ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI[A-Za-z0-9+/]{43}|(ecdsa-sha2-nistp(256|384|521)|ssh-rsa) [A-Za-z0-9+/]{40,}={0,2})( [^\n\r]*)?$/,
    "must be a line of authorized_keys, such as ssh-ed25519 AAAA…",
  );

export const pullCredentialCreateSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("https_pull"), name }),
  z.strictObject({
    type: z.literal("sftp_pull"),
    name,
    public_keys: z
      .array(publicKeySchema)
      .max(5)
      .default([])
      .describe("The partner's keys, as lines of authorized_keys. Without keys, the response contains a password."),
  }),
]);
export type PullCredentialCreate = z.output<typeof pullCredentialCreateSchema>;

export const pullCredentialSchema = z
  .object({
    id: z.string(),
    feed_id: z.string(),
    type: z.enum(PULL_TYPES),
    name: text(100).describe(WHO),
    status: z.enum(["active", "revoked"]),
    public_keys: z.array(z.string()).describe("The partner's keys, for sftp_pull."),
    last_four: z.string().nullable().describe("The last four characters of the secret."),
    created_at: z.iso.datetime(),
    created_by: z.string().nullable().describe("Id of the user or API key that created it."),
    bound_to: boundToSchema,
    last_used_at: z.iso.datetime().nullable().describe("Updated about once a minute."),
    revoked_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "PullCredential" });
export type PullCredential = z.output<typeof pullCredentialSchema>;

/** The response to creation: the only one that contains the secret. */
export const pullCredentialCreatedSchema = pullCredentialSchema
  .extend({
    url: z
      .string()
      .optional()
      .describe(
        "Shown once: the URL of the feed's file. The URL up to its last slash lists the feed's files as JSON. For a feed with " +
          "several shards, it is the URL of that list; append a file's name to fetch the file.",
      ),
    sftp: z
      .object({
        host: z.string(),
        port: z.int(),
        username: z.string(),
        password: z.string().optional().describe("Shown once; absent if the partner logs in with a key."),
        host_keys: z.array(z.string()).describe("Fingerprints (SHA256:…) for the partner to pin."),
      })
      .optional()
      .describe("How the partner logs in. The feed's files are in the read-only folder /."),
  })
  .meta({ id: "PullCredentialCreated" });
export type PullCredentialCreated = z.output<typeof pullCredentialCreatedSchema>;

export const pullCredentialParams = z.object({ pull_credential_id: idSchema("pull") });
export const pullCredentialListQuery = z.object(pageQuery);
export const pullCredentialListSchema = listOf(pullCredentialSchema);
export const writeQuery = z.object(validateOnlyQuery);

/** Path on the feed server from which partners fetch files; the secret follows it. */
export const FEED_FILES_PATH = "/feed-files";
