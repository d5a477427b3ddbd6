import { z } from "zod";
import { idSchema } from "../ids.js";
import { listOf, pageQuery, validateOnlyQuery } from "../list.js";
import { text } from "../text.js";

export const PULL_TYPES = ["https_pull", "sftp_pull"] as const;
export type PullType = (typeof PULL_TYPES)[number];

const name = text(100).describe("Whom it is for; shown in lists and in the audit log.");

/** Of ed25519 the whole blob has one form: its name, a length of 32, and as many bytes. */
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
      .describe("The partner's keys, as lines of authorized_keys. Without any, the answer holds a password."),
  }),
]);
export type PullCredentialCreate = z.output<typeof pullCredentialCreateSchema>;

export const pullCredentialSchema = z
  .object({
    id: z.string(),
    feed_id: z.string(),
    type: z.enum(PULL_TYPES),
    name,
    status: z.enum(["active", "revoked"]),
    public_keys: z.array(z.string()).describe("Of the partner, for sftp_pull."),
    last_four: z.string().nullable().describe("How the secret ends."),
    created_at: z.iso.datetime(),
    created_by: z.string().nullable().describe("Id of the user or of the API key that made it."),
    last_used_at: z.iso.datetime().nullable().describe("Noted within about a minute."),
    revoked_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "PullCredential" });
export type PullCredential = z.output<typeof pullCredentialSchema>;

/** The answer to creation: the only one that holds the secret. */
export const pullCredentialCreatedSchema = pullCredentialSchema
  .extend({
    url: z
      .string()
      .optional()
      .describe(
        "Shown once: the URL of the feed's file. Up to its last slash it lists the feed's files as JSON. A feed in shards " +
          "gets the URL of that list, which ends with the slash; the name of each file follows it.",
      ),
    sftp: z
      .object({
        host: z.string(),
        port: z.int(),
        username: z.string(),
        password: z.string().optional().describe("Shown once; absent where the partner logs in with a key."),
        host_keys: z.array(z.string()).describe("SHA256:…, for the partner to pin."),
      })
      .optional()
      .describe(
        "Where and as whom the partner logs in; the feed's files stand in the folder /, which can only be read.",
      ),
  })
  .meta({ id: "PullCredentialCreated" });
export type PullCredentialCreated = z.output<typeof pullCredentialCreatedSchema>;

export const pullCredentialParams = z.object({ pull_credential_id: idSchema("pull") });
export const pullCredentialListQuery = z.object(pageQuery);
export const pullCredentialListSchema = listOf(pullCredentialSchema);
export const writeQuery = z.object(validateOnlyQuery);

/** Path at the feed-server below which partners fetch files: the secret follows it. */
export const FEED_FILES_PATH = "/feed-files";
