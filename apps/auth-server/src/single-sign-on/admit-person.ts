import { newId } from "@skucast/contracts/ids";
import { Problem } from "@skucast/contracts/problem";
import type { Role } from "@skucast/contracts/roles";
import { appendAccountEvent } from "@skucast/db/accounts/account-events";
import { appendAuditEntry } from "@skucast/db/audit/append-audit-entry";
import { inSystem, type TransactionClient } from "@skucast/db/database";
import type { RequestOrigin } from "@skucast/db/memberships/create-workspace-with-owner";
import {
  findIdentity,
  findPersonByEmail,
  noteProviderUse,
  type PersonHere,
  type ProviderRow,
} from "@skucast/db/single-sign-on/find-provider";
import { insertMember, noteVerifiedEmail, setRole, storeIdentity } from "@skucast/db/single-sign-on/write-identity";
import { insertUser } from "@skucast/db/users/insert-user";
import type { PageContext } from "../accounts/page-context.js";
import { reportCredentialChange } from "../accounts/report-credential-change.js";
import { languageOfNewAccount, texts } from "../language/request-language.js";
import { type Admission, decideAdmission } from "./decide-admission.js";
import type { ProvenPerson } from "./read-claims.js";

/** No password matches it. The person sets one with a mailed link, if they need one. */
const NO_PASSWORD = "";

export interface SignOn {
  readonly provider: ProviderRow;
  readonly proven: ProvenPerson;
  readonly provenUserId: string | null;
  readonly origin: RequestOrigin;
}

export type Admitted =
  | { readonly type: "admitted"; readonly user: { readonly id: string; readonly email: string; readonly name: string } }
  | { readonly type: Extract<Admission["type"], "prove" | "removed" | "refuse"> };

interface Work extends SignOn {
  readonly ctx: PageContext;
  readonly client: TransactionClient;
  readonly now: Date;
}

/** Finds or creates the account and the membership of a person that the identity provider has vouched for. */
export async function admitPerson(ctx: PageContext, signOn: SignOn): Promise<Admitted> {
  const { provider, proven, provenUserId } = signOn;
  const { workspaceId, issuer } = provider;
  const { subject } = proven;
  const now = ctx.clock.now();
  const admitted = await inSystem(ctx.db, async (client): Promise<Admitted> => {
    if (!(await noteProviderUse(client, provider, now))) throw settingsChanged();
    const known = await findIdentity(client, { workspaceId, issuer, subject });
    const owner = known === null ? await findPersonByEmail(client, workspaceId, proven.email) : null;
    const admission = decideAdmission({ known, owner, provenUserId, decision: proven.role });
    if (provider.isBeingDeleted && isJoining(admission)) {
      throw new Problem("workspace_being_deleted", texts().problems.workspaceBeingDeleted(provider.workspaceName));
    }
    const work: Work = { ...signOn, ctx, client, now };
    if (admission.type === "create") return create(work, admission.role);
    if (admission.type === "link" || admission.type === "admit") return admit(work, admission);
    return { type: admission.type };
  });
  if (admitted.type === "admitted") {
    ctx.onMailQueued();
    ctx.announce([`${workspaceId}:${admitted.user.id}`]);
    ctx.hint(workspaceId, "member", "single_sign_on", "audit_entry");
  }
  return admitted;
}

const isJoining = (admission: Admission): boolean =>
  admission.type === "create" || ("person" in admission && admission.person.role === null);

async function create(work: Work, role: Exclude<Role, "owner">): Promise<Admitted> {
  const { client, now, proven, origin } = work;
  const { email } = proven;
  const user = { id: newId("usr", now.getTime()), email, name: proven.name };
  if (!(await insertUser(client, { ...user, passwordHash: NO_PASSWORD, now, language: languageOfNewAccount() })))
    throw settingsChanged();
  await noteVerifiedEmail(client, user.id, now);
  await appendAccountEvent(client, { userId: user.id, action: "account_created", origin, now });
  await join(work, { userId: user.id, role });
  return identify(work, user);
}

async function admit(
  work: Work,
  { type, person, role }: Extract<Admission, { person: PersonHere }>,
): Promise<Admitted> {
  const { ctx, client, provider, origin } = work;
  const { userId, email, name } = person;
  if (person.role === null && role !== "owner") await join(work, { userId, role });
  else if (person.role !== role && role !== "owner") await changeRole(work, { userId, role, former: person.role });
  if (type === "link") {
    await audit(work, "single_sign_on.linked", provider.workspaceId, userId, { user_id: userId });
    const change = { change: "single_sign_on_connected", detail: provider.workspaceName, now: work.now } as const;
    await reportCredentialChange(ctx, client, { userId, recipient: email, name, origin, ...change });
  }
  return identify(work, { id: userId, email, name });
}

async function join(work: Work, { userId, role }: { readonly userId: string; readonly role: Exclude<Role, "owner"> }) {
  const { client, provider, now } = work;
  await insertMember(client, { workspaceId: provider.workspaceId, userId, role }, now);
  await audit(work, "member.joined", userId, userId, { role, issuer: provider.issuer });
}

async function changeRole(
  work: Work,
  {
    userId,
    role,
    former,
  }: { readonly userId: string; readonly role: Exclude<Role, "owner">; readonly former: Role | null },
) {
  const { client, provider, now } = work;
  await setRole(client, { workspaceId: provider.workspaceId, userId, role }, now);
  const details = { changed: ["role"], role_before: former, role_after: role, claim: provider.roleClaim };
  await audit(work, "member.updated", userId, userId, details);
}

async function identify(work: Work, user: Extract<Admitted, { type: "admitted" }>["user"]): Promise<Admitted> {
  const { client, provider, proven, now } = work;
  const { workspaceId, issuer } = provider;
  await storeIdentity(client, { workspaceId, issuer, subject: proven.subject, userId: user.id }, now);
  return { type: "admitted", user };
}

const audit = (
  { client, provider, origin, now }: Work,
  action: "member.joined" | "member.updated" | "single_sign_on.linked",
  objectId: string,
  userId: string,
  details: Readonly<Record<string, unknown>>,
): Promise<void> =>
  appendAuditEntry(client, {
    workspaceId: provider.workspaceId,
    actor: { type: "user", id: userId },
    action,
    objectId,
    details,
    ...origin,
    now,
  });

const settingsChanged = (): Problem => new Problem("conflict", texts().problems.singleSignOnOrAccountChanged);
