import { AUDITED_CHANGES } from "@skucast/contracts/accounts/account-actions";
import type { CredentialChange } from "@skucast/contracts/mails/account-mail";
import { newLinkToken } from "@skucast/credentials/link-token";
import { hashToken } from "@skucast/credentials/token";
import { insertAccountToken } from "@skucast/db/account-tokens/account-tokens";
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
  /** When it was made. */
  readonly now: Date;
}

const UNDO_DAYS = 3;

/**
 * Reports a change of an account's credentials, in its transaction: to the person by a mail and in their security history,
 * and to their workspaces in the audit logs. The mail has a link that undoes the change, unless it goes to a former
 * address. Returns the workspaces; pass them to `afterCredentialChange`.
 */
export async function reportCredentialChange(
  ctx: Pick<AccountsContext, "clock" | "keyring">,
  client: TransactionClient,
  report: CredentialReport,
): Promise<readonly string[]> {
  const { userId, recipient, name, change, detail, firstProof = null, origin, now } = report;
  const proof = firstProof && { fellows: firstProof.fellows.map((each) => ({ ...each, emails: [...each.emails] })) };
  const token = newLinkToken();
  const expiresAt = new Date(now.getTime() + UNDO_DAYS * 86_400_000);
  const hasUndo = change !== "email_changed";
  const undo = hasUndo ? { path: `/secure-account/${token}`, days: UNDO_DAYS } : null;
  const facts = { change, detail: detail ?? null, firstProof: proof, undo, ...mailOrigin(origin, now) };
  const mail = { kind: "credentials_changed", name, ...facts } as const;
  const isQueued = await queueMail(ctx, client, { recipient, mail, expiresAt });
  if (isQueued && hasUndo) {
    const link = { tokenHash: hashToken(token), purpose: "secure_account", email: recipient } as const;
    await insertAccountToken(client, { ...link, userId, now, expiresAt });
  }
  return recordCredentialChange(client, report);
}

/** Records a change as `reportCredentialChange` does, without a mail. */
export async function recordCredentialChange(
  client: TransactionClient,
  { userId, change, detail, audited, origin, now }: Omit<CredentialReport, "recipient" | "name">,
): Promise<readonly string[]> {
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
