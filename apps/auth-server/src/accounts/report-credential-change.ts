import { AUDITED_CHANGES } from "@skucast/contracts/accounts/account-actions";
import type { CredentialChange } from "@skucast/contracts/mails/account-mail";
import type { FellowMembers } from "@skucast/db/account-tokens/list-fellow-members";
import { appendAccountEvent } from "@skucast/db/accounts/account-events";
import { appendMemberEntries } from "@skucast/db/audit/append-member-entries";
import type { TransactionClient } from "@skucast/db/database";
import type { RequestOrigin } from "@skucast/db/memberships/create-workspace-with-owner";
import { mailOrigin } from "../mails/mail-origin.js";
import { queueMail } from "../mails/queue-mail.js";
import type { AccountsContext } from "./accounts-context.js";

export interface CredentialReport {
  readonly userId: string;
  /** Who gets the mail. */
  readonly recipient: string;
  readonly name: string;
  readonly change: CredentialChange;
  /** What changed, for example the name of a passkey. The workspaces do not learn it. */
  readonly detail?: string;
  /** What the workspaces learn besides. */
  readonly audited?: Readonly<Record<string, unknown>>;
  /** For a reset of an account whose address had never been proven: who else can use its workspaces. */
  readonly firstProof?: { readonly fellows: readonly FellowMembers[] } | null;
  readonly origin: RequestOrigin;
}

/**
 * Reports a change of an account's credentials, in its transaction: to the person by a mail and in their security history,
 * and to their workspaces in the audit logs. Returns the workspaces; pass them to `afterCredentialChange`.
 */
export async function reportCredentialChange(
  ctx: Pick<AccountsContext, "clock" | "keyring">,
  client: TransactionClient,
  { userId, recipient, name, change, detail, audited, firstProof = null, origin }: CredentialReport,
): Promise<readonly string[]> {
  const now = ctx.clock.now();
  const proof = firstProof && { fellows: firstProof.fellows.map((each) => ({ ...each, emails: [...each.emails] })) };
  const facts = { change, detail: detail ?? null, firstProof: proof, ...mailOrigin(origin, now) };
  await queueMail(ctx, client, { recipient, mail: { kind: "credentials_changed", name, ...facts } });
  const details = detail === undefined ? {} : { detail };
  await appendAccountEvent(client, { userId, action: change, details, origin, now });
  const action = AUDITED_CHANGES[change];
  return action === null ? [] : appendMemberEntries(client, { userId, action, details: audited ?? {}, now });
}

/** Sends the mail at once and updates open pages of the audit logs. Call it after the commit. */
export function afterCredentialChange(
  ctx: Pick<AccountsContext, "onMailQueued" | "hint">,
  workspaceIds: readonly string[],
): void {
  ctx.onMailQueued();
  for (const id of workspaceIds) ctx.hint(id, "audit_entry");
}
