import type { Role } from "@skucast/contracts/roles";
import type { ClaimedRole } from "@skucast/contracts/single-sign-on/single-sign-on";
import type { PersonHere } from "@skucast/db/single-sign-on/find-provider";
import type { RoleDecision } from "./decide-role.js";

export interface AdmissionFacts {
  /** The account that an earlier sign-in linked to the subject of the provider. */
  readonly known: PersonHere | null;
  /** The account with the address. */
  readonly owner: PersonHere | null;
  /** The person who was signed in with their own credentials when this sign-in started, and still is. */
  readonly provenUserId: string | null;
  readonly decision: RoleDecision;
}

export type Admission =
  /** A new account and a new member. */
  | { readonly type: "create"; readonly role: ClaimedRole }
  /** The account of the address is linked to the provider's subject. */
  | { readonly type: "link"; readonly person: PersonHere; readonly role: Role }
  | { readonly type: "admit"; readonly person: PersonHere; readonly role: Role }
  /** The account of the address has to sign in with its own credentials first. */
  | { readonly type: "prove" }
  /** The person was a member and no longer is. */
  | { readonly type: "removed" }
  /** The claims give the person no role. */
  | { readonly type: "refuse" };

/**
 * Decides which account a person of an identity provider gets. An existing account is linked only if its owner has shown
 * that it is theirs, or if the provider's workspace is its only one: it is then no more than a member of that workspace.
 */
export function decideAdmission({ known, owner, provenUserId, decision }: AdmissionFacts): Admission {
  if (known !== null) {
    if (known.role === null) return { type: "removed" };
    return withRole(known, known.role, decision, "admit");
  }
  if (owner === null) return decision.role === null ? { type: "refuse" } : { type: "create", role: decision.role };
  if (owner.userId !== provenUserId && !belongsToWorkspace(owner)) return { type: "prove" };
  // A subject that is not known may be another one of a known person: of a new issuer, or of a new account there.
  if (owner.role === null && owner.wasRemoved) return { type: "removed" };
  return withRole(owner, owner.role, decision, "link");
}

/** Excludes owners, who decide about the provider, and accounts whose address was never confirmed. */
const belongsToWorkspace = ({ role, hasOtherWorkspace, isEmailVerified }: PersonHere): boolean =>
  role !== null && role !== "owner" && !hasOtherWorkspace && isEmailVerified;

/** An owner keeps the role. The role of any other member follows the claim, if a claim decides it. */
function withRole(
  person: PersonHere,
  present: Role | null,
  { role: decided, isClaimed }: RoleDecision,
  type: "admit" | "link",
): Admission {
  if (present === "owner") return { type, person, role: present };
  const role = present === null || isClaimed ? decided : present;
  return role === null ? { type: "refuse" } : { type, person, role };
}
