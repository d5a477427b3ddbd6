import { z } from "zod";
import { OAuthRefusal } from "../oauth/refusal.js";
import { cleanText } from "../pages/clean-text.js";
import { redirectUrisFault } from "./redirect-uris.js";

const URL_LENGTH_MAX = 1_000;
const NAME_LENGTH_MAX = 100;
const KEYS_MAX = 10;
const GRANTS = ["authorization_code", "refresh_token"];

const httpsUrl = z
  .string()
  .max(URL_LENGTH_MAX)
  .refine((text) => URL.parse(text)?.protocol === "https:", "must be an https address");
const words = z.array(z.string().max(100)).max(20);

/** The members of RFC 7591 that mean something here. Others (scope, resource, logo_uri, contacts, …) are left out. */
const registration = z.object({
  redirect_uris: z.unknown().optional(),
  client_name: z.string().max(1_000).optional(),
  // Only shown: one that cannot be is no reason to refuse the client.
  client_uri: httpsUrl.optional().catch(undefined),
  token_endpoint_auth_method: z.string().max(100).optional(),
  grant_types: words.optional(),
  response_types: words.optional(),
  jwks: z.object({ keys: z.array(z.record(z.string(), z.unknown())).max(KEYS_MAX) }).optional(),
  jwks_uri: httpsUrl.optional(),
});

/**
 * What a client says of itself as it is registered: names cleaned, asked-for things that are not offered replaced by what
 * is, which RFC 7591, section 2 allows and the answer tells. Throws where nothing sensible is left.
 */
export function cleanRegistration(sent: unknown): Record<string, unknown> {
  const parsed = registration.safeParse(withoutNulls(sent));
  if (!parsed.success) throw metadataRefusal(firstFault(parsed.error));
  const { redirect_uris, client_name, grant_types, response_types, ...rest } = parsed.data;
  const fault = redirectUrisFault(redirect_uris);
  if (fault !== undefined) throw new OAuthRefusal(400, "invalid_redirect_uri", fault);
  if (response_types && !response_types.includes("code")) throw metadataRefusal("response_types must hold code");
  if (grant_types && !grant_types.includes("authorization_code")) {
    throw metadataRefusal("grant_types must hold authorization_code");
  }
  if (!isStorable(rest)) throw metadataRefusal("texts must be well-formed Unicode without NUL");
  const name = cleanText(client_name ?? "", NAME_LENGTH_MAX);
  return {
    ...rest,
    redirect_uris,
    ...(name !== "" && { client_name: name }),
    ...(grant_types && { grant_types: GRANTS.filter((grant) => grant_types.includes(grant)) }),
    response_types: ["code"],
    // Clients that would keep a shared secret get none: they are public, and PKCE protects them.
    token_endpoint_auth_method: rest.token_endpoint_auth_method === "private_key_jwt" ? "private_key_jwt" : "none",
  };
}

/** Some clients send null for what they do not have. */
const withoutNulls = (sent: unknown): unknown =>
  typeof sent === "object" && sent !== null && !Array.isArray(sent)
    ? Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null))
    : sent;

/** Whether every text in it can be kept: PostgreSQL has none with a NUL or with half of a surrogate pair. */
function isStorable(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0");
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([name, member]) => isStorable(name) && isStorable(member));
}

const metadataRefusal = (sentence: string) => new OAuthRefusal(400, "invalid_client_metadata", sentence);

function firstFault({ issues: [issue] }: z.ZodError): string {
  const path = issue?.path.join(".") ?? "";
  return `${path === "" ? "the body" : path}: ${issue?.message ?? "is not valid"}`;
}
