import { newId } from "@skucast/contracts/ids";
import { Problem } from "@skucast/contracts/problem";
import { hashToken } from "@skucast/credentials/token";
import { appendAccountEvent } from "@skucast/db/accounts/account-events";
import { inSystem, type TransactionClient } from "@skucast/db/database";
import { acceptInvitation } from "@skucast/db/invitations/accept-invitation";
import { createWorkspaceWithOwner, type RequestOrigin } from "@skucast/db/memberships/create-workspace-with-owner";
import { insertUser } from "@skucast/db/users/insert-user";
import { languageOfNewAccount, texts } from "../language/request-language.js";
import { queueVerification } from "../links/verify-email.js";
import { ATTEMPT_LIMITS, checkAttemptLimit } from "./attempt-limits.js";
import type { PageContext } from "./page-context.js";

interface NewAccount {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly origin: RequestOrigin;
  /** Set exactly one of these two: the name of a new workspace, or the invitation to an existing one. */
  readonly workspaceName?: string;
  readonly invitationToken?: string;
}

export interface CreatedAccount {
  readonly userId: string;
  readonly workspaceId: string;
}

/**
 * Creates an account with its first workspace in one transaction. Returns null if the email address already has an
 * account.
 */
export async function createAccount(ctx: PageContext, account: NewAccount): Promise<CreatedAccount | null> {
  const { db, clock, logger } = ctx;
  const now = clock.now();
  const userId = newId("usr", now.getTime());
  const { name, email } = account;
  const passwordHash = await ctx.passwords.hash(account.password);
  const created = await inSystem(db, async (client) => {
    if (!(await insertUser(client, { id: userId, name, email, passwordHash, now, language: languageOfNewAccount() })))
      return null;
    await appendAccountEvent(client, { userId, action: "account_created", origin: account.origin, now });
    if (await mayVerify(ctx, client, email)) await queueVerification(ctx, client, { userId, email, name });
    return { userId, workspaceId: await joinFirst(client, { ...account, userId, now }) };
  });
  if (created !== null) {
    ctx.onMailQueued();
    ctx.hint(created.workspaceId, "member", "invitation", "audit_entry");
    logger.info({ event: "account.created", ...logged(created), request_id: account.origin.requestId }, "signed up");
  }
  return created;
}

/**
 * Whether the address may get the mail of the new account, so that an account that is deleted and created again does not
 * flood another person's mailbox. The account page can send the link later.
 */
const mayVerify = async ({ clock }: PageContext, client: TransactionClient, email: string): Promise<boolean> =>
  (await checkAttemptLimit(
    { clock, db: { system: client } },
    ATTEMPT_LIMITS.mailPerAddress,
    `verify_email ${email}`,
  )) === 0;

async function joinFirst(
  client: TransactionClient,
  { userId, email, origin, now, ...account }: NewAccount & { readonly userId: string; readonly now: Date },
): Promise<string> {
  if (account.invitationToken === undefined) {
    const id = newId("ws", now.getTime());
    await createWorkspaceWithOwner(client, { id, name: account.workspaceName ?? "", ownerId: userId, origin, now });
    return id;
  }
  const tokenHash = hashToken(account.invitationToken);
  const workspaceId = await acceptInvitation(client, { tokenHash, userId, email, origin, now });
  if (workspaceId !== null) return workspaceId;
  throw new Problem("conflict", texts().problems.invitationUsedAtSignUp);
}

const logged = ({ userId, workspaceId }: CreatedAccount) => ({ user_id: userId, workspace_id: workspaceId });
