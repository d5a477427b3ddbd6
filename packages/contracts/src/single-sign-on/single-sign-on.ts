import { z } from "zod";
import { domainNameSchema } from "../domains/domain.js";
import { resourceFields, validateOnlyQuery } from "../list.js";
import { text } from "../text.js";

const URL_LENGTH_MAX = 500;
const SECRET_LENGTH_MAX = 1_000;
const DOMAINS_MAX = 20;
const MAPPINGS_MAX = 50;

/** Roles that a claim may give. Only an owner makes an owner. */
export const CLAIMED_ROLES = ["admin", "editor", "viewer"] as const;
export type ClaimedRole = (typeof CLAIMED_ROLES)[number];
const claimedRole = z.enum(CLAIMED_ROLES);

const issuer = z
  .string()
  .max(URL_LENGTH_MAX)
  .refine(isIssuer, "must be an https URL without a query, such as https://login.example.com")
  .describe(
    "The issuer of your identity provider, exactly as its discovery document names it. The document is read at `/.well-known/openid-configuration` below it.",
  )
  .meta({ examples: ["https://login.example.com"] });

/** OpenID Connect Discovery 1.0, section 3: https, without query and fragment. */
function isIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, search, hash } = new URL(value);
  return protocol === "https:" && `${username}${password}${search}${hash}` === "" && !/[?#]/.test(value);
}

const domains = z.array(domainNameSchema).max(DOMAINS_MAX);
const DOMAINS =
  "Mail domains whose people sign in with the provider. Each is a verified domain of the workspace whose DNS record is still published, and belongs to no other workspace's single sign-on. Subdomains count as other domains.";

const fields = {
  issuer,
  client_id: text(300).describe("What the provider calls this workspace."),
  domains: domains.describe(
    `${DOMAINS} Empty after the last of them was removed from the workspace: then no one can sign in with the provider.`,
  ),
  role_claim: text(200)
    .nullable()
    .describe(
      "The claim of the ID token that decides the role, such as groups: a string or a list. null: default_role.",
    ),
  role_mapping: z
    .array(z.strictObject({ value: text(300), role: claimedRole }))
    .max(MAPPINGS_MAX)
    .describe("The role for each value of the claim. The first entry whose value the claim has decides."),
  default_role: claimedRole
    .nullable()
    .describe("The role of people without a mapped value. null: they cannot sign in to the workspace."),
  required: z
    .boolean()
    .describe(
      "Whether members reach the workspace only with single sign-on. Owners are exempt, and so are API keys and connected apps. Can be turned on after one sign-in with these settings succeeded.",
    ),
};

export const singleSignOnSchema = z
  .object({
    id: z.string().describe("Id of the workspace."),
    ...fields,
    last_sign_in_at: z.iso
      .datetime()
      .nullable()
      .describe("When a sign-in with this issuer and client last succeeded; null if none did."),
    ...resourceFields,
  })
  .meta({ id: "SingleSignOn" });
export type SingleSignOn = z.output<typeof singleSignOnSchema>;

export const singleSignOnPutSchema = z.strictObject({
  issuer,
  client_id: fields.client_id,
  client_secret: z
    .string()
    .min(1)
    .max(SECRET_LENGTH_MAX)
    .optional()
    .describe("Never returned. Required the first time and whenever issuer or client_id change; kept otherwise."),
  domains: domains.min(1).describe(DOMAINS),
  role_claim: fields.role_claim.default(null),
  role_mapping: fields.role_mapping.default([]),
  default_role: fields.default_role.default("viewer"),
  required: fields.required.default(false),
});
export type SingleSignOnPut = z.output<typeof singleSignOnPutSchema>;

export const singleSignOnWriteQuery = z.object(validateOnlyQuery);

/** Path to which an identity provider redirects the browser. */
export const singleSignOnCallbackPath = (workspaceId: string): string => `/sign-in/sso/${workspaceId}/callback`;
