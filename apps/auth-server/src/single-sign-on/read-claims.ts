import { Problem } from "@skucast/contracts/problem";
import type { ProviderRow } from "@skucast/db/single-sign-on/find-provider";
import { emailError, NAME_LENGTH_MAX, normalizeEmail } from "../accounts/validate-account-fields.js";
import { texts } from "../language/request-language.js";
import { cleanText } from "../pages/clean-text.js";
import { decideRole, type RoleDecision } from "./decide-role.js";

/** Who signed in, as the identity provider says. */
export interface ProvenPerson {
  readonly subject: string;
  readonly email: string;
  /** Empty if the provider names none. */
  readonly name: string;
  readonly role: RoleDecision;
  /** When the person authenticated at the provider; null if it does not say. */
  readonly authenticatedAt: Date | null;
}

const SUBJECT_LENGTH_MAX = 255;

/**
 * Reads the claims of a verified ID token. Throws forbidden unless they contain a verified address in one of the
 * provider's domains: the workspace has proven these, and no others.
 */
export function readClaims(claims: Readonly<Record<string, unknown>>, provider: ProviderRow): ProvenPerson {
  const { sub, email: claimed, email_verified: isVerified, name, auth_time: authTime } = claims;
  if (typeof sub !== "string" || sub === "" || sub.length > SUBJECT_LENGTH_MAX) {
    throw refused(texts().problems.noSubject);
  }
  const email = typeof claimed === "string" ? normalizeEmail(claimed) : "";
  if (emailError(email) !== null) throw refused(texts().problems.noEmail);
  if (isVerified !== true) throw refused(texts().problems.emailUnverified);
  if (!provider.domains.includes(email.slice(email.lastIndexOf("@") + 1))) {
    throw refused(texts().problems.foreignDomain);
  }
  return {
    subject: sub,
    email,
    name: typeof name === "string" ? cleanText(name, NAME_LENGTH_MAX) : "",
    role: decideRole(provider, claims),
    authenticatedAt: typeof authTime === "number" ? new Date(authTime * 1_000) : null,
  };
}

const refused = (reason: string): Problem => new Problem("forbidden", texts().problems.claims(reason));
