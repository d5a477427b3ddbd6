import { z } from "zod";
import { pageLanguageSchema } from "../language-schema.js";
import { DEFAULT_LANGUAGE } from "../languages.js";
import { roleSchema } from "../members/member.js";

/** Where and when an account was used, as the person recognizes it. */
const originFields = {
  device: z.string().describe("Browser and system, such as Firefox on Linux."),
  ip: z.string().nullable(),
  at: z.iso.datetime(),
};

const credentialChanges = z.enum([
  "password_changed",
  "password_reset",
  "authenticator_added",
  "authenticator_removed",
  "recovery_codes_replaced",
  "passkey_added",
  "passkey_removed",
  "email_changed",
  "single_sign_on_connected",
]);
export type CredentialChange = z.output<typeof credentialChanges>;

/**
 * A mail about an account or an invitation: its kind and the values of its text. `path` is the path of its link, whose
 * last part is a secret. The text is written when the mail is sent, so that every part of it names the same deployment.
 */
export const accountMailSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("sign_up"), path: z.string(), minutes: z.int(), ...originFields }),
  z.object({
    kind: z.literal("account_exists"),
    path: z.string().describe("Of the page to sign in, without a secret of the account."),
    ...originFields,
  }),
  z.object({ kind: z.literal("verify_email"), name: z.string(), path: z.string(), hours: z.int() }),
  z.object({
    kind: z.literal("reset_password"),
    name: z.string(),
    path: z.string(),
    minutes: z.int(),
    ...originFields,
  }),
  z.object({
    kind: z.literal("invitation"),
    workspaceName: z.string(),
    inviter: z.string().nullable().describe("Name of the inviter, which may be empty; null for an API key."),
    inviterEmail: z.string().nullish().describe("Null for an API key."),
    role: roleSchema,
    path: z.string(),
    days: z.int(),
  }),
  z.object({ kind: z.literal("new_device"), name: z.string(), ...originFields }),
  z.object({
    kind: z.literal("app_connected"),
    name: z.string(),
    host: z.string().describe("Where the responses of the app go."),
    workspaceName: z.string(),
    ...originFields,
  }),
  z.object({
    kind: z.literal("credentials_changed"),
    name: z.string(),
    change: credentialChanges,
    detail: z.string().nullable().describe("What changed, for example the name of the passkey or the new address."),
    undo: z
      .object({ path: z.string(), days: z.int() })
      .nullish()
      .describe("The link that undoes it; null for a former address, which no longer reaches the account."),
    firstProof: z
      .object({
        fellows: z.array(z.object({ workspaceName: z.string(), emails: z.array(z.string()), count: z.int() })),
      })
      .nullish()
      .describe("For a reset of an account whose address had never been confirmed: who else can use its workspaces."),
    ...originFields,
  }),
  z.object({ kind: z.literal("recovery_code_used"), name: z.string(), left: z.int(), ...originFields }),
  z.object({ kind: z.literal("wrong_codes"), name: z.string(), ...originFields }),
  z.object({ kind: z.literal("account_deleted"), name: z.string(), ...originFields }),
  z.object({
    kind: z.literal("change_email"),
    name: z.string(),
    newEmail: z.string(),
    isNewAddress: z.boolean().describe("Whether this mail goes to the new address."),
    path: z.string(),
    hours: z.int(),
  }),
  z.object({
    kind: z.literal("workspace_deletion"),
    workspaceName: z.string(),
    by: z.string().describe("Name or address of the person."),
    isCancelled: z.boolean(),
    deletesAt: z.iso.datetime(),
  }),
  z.object({
    kind: z.literal("domain_proof"),
    workspaceName: z.string(),
    domain: z.string(),
    state: z.enum(["missing", "ended", "taken"]),
    uses: z.array(z.enum(["single_sign_on", "directory"])).describe("What the domain was proven for."),
    endsAt: z.iso.datetime().nullable().describe("When a missing proof ends."),
  }),
  z.object({
    kind: z.literal("notice"),
    subject: z.string(),
    text: z.string().describe("A mail about a problem in a workspace, written when it was queued."),
  }),
]);
export type AccountMail = z.output<typeof accountMailSchema>;

/** What a queued mail contains besides its values. */
export const mailEnvelopeSchema = z.object({
  /** The language for a recipient who has chosen none: that of the page or person that caused the mail. */
  language: pageLanguageSchema.catch(DEFAULT_LANGUAGE),
});
