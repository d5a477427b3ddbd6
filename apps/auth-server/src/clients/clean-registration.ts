import { faultsOf } from "@skucast/contracts/faults";
import { z } from "zod";
import { OAuthError } from "../oauth/oauth-error.js";
import { cleanText } from "../pages/clean-text.js";
import { redirectUrisError } from "./redirect-uris.js";

const URL_LENGTH_MAX = 1_000;
const NAME_LENGTH_MAX = 100;
const KEYS_MAX = 10;
const GRANTS = ["authorization_code", "refresh_token"];

const httpsUrl = z
  .string()
  .max(URL_LENGTH_MAX)
  .refine((text) => URL.parse(text)?.protocol === "https:", "must be an https URL");
const words = z.array(z.string().max(100)).max(20);

/** The members of RFC 7591 that are used. Others (scope, resource, logo_uri, contacts, …) are ignored. */
const registration = z.object({
  redirect_uris: z.unknown().optional(),
  client_name: z.string().max(1_000).optional(),
  // Display only, so an invalid value is dropped and does not reject the registration.
  client_uri: httpsUrl.optional().catch(undefined),
  token_endpoint_auth_method: z.string().max(100).optional(),
  grant_types: words.optional(),
  response_types: words.optional(),
  jwks: z.object({ keys: z.array(z.record(z.string(), z.unknown())).max(KEYS_MAX) }).optional(),
  jwks_uri: httpsUrl.optional(),
});

/**
 * Validates and cleans the metadata of a registration. Requested values that are not offered are replaced with offered
 * ones, as RFC 7591, section 2 allows; the response shows them. Throws if nothing usable remains.
 */
export function cleanRegistration(sent: unknown): Record<string, unknown> {
  const parsed = registration.safeParse(withoutNulls(sent));
  if (!parsed.success) throw metadataError(firstFault(parsed.error));
  const { redirect_uris, client_name, grant_types, response_types, ...rest } = parsed.data;
  const fault = redirectUrisError(redirect_uris);
  if (fault !== undefined) throw new OAuthError(400, "invalid_redirect_uri", fault);
  if (response_types && !response_types.includes("code")) throw metadataError("response_types must include code");
  if (grant_types && !grant_types.includes("authorization_code")) {
    throw metadataError("grant_types must include authorization_code");
  }
  if (!isStorable(rest)) throw metadataError("strings must be well-formed Unicode without NUL");
  const name = cleanText(client_name ?? "", NAME_LENGTH_MAX);
  return {
    ...rest,
    redirect_uris,
    ...(name !== "" && { client_name: name }),
    ...(grant_types && { grant_types: GRANTS.filter((grant) => grant_types.includes(grant)) }),
    response_types: ["code"],
    // Clients never get a shared secret. They are public, and PKCE protects them.
    token_endpoint_auth_method: rest.token_endpoint_auth_method === "private_key_jwt" ? "private_key_jwt" : "none",
  };
}

/** Some clients send null for members that they do not have. */
const withoutNulls = (sent: unknown): unknown =>
  typeof sent === "object" && sent !== null && !Array.isArray(sent)
    ? Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null))
    : sent;

/** Whether PostgreSQL can store every string: it rejects NUL and unpaired surrogates. */
function isStorable(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0");
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([name, member]) => isStorable(name) && isStorable(member));
}

const metadataError = (sentence: string) => new OAuthError(400, "invalid_client_metadata", sentence);

function firstFault(error: z.ZodError): string {
  const [{ pointer = "", message = "is not valid" } = {}] = faultsOf(error, registration, 1);
  const path = pointer.slice(1).replaceAll("/", ".");
  return `${path === "" ? "the body" : path}: ${message}`;
}
