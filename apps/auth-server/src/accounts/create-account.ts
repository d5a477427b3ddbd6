import { newId } from "@skucast/contracts/ids";
import { Problem } from "@skucast/contracts/problem";
import { spendSignUpLink } from "@skucast/db/account-tokens/sign-up-links";
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
  /** The SHA-256 of the mailed link that proves the address. It is used up. Undefined where no mail proves it. */
  readonly linkHash?: Uint8Array;
  /** Set exactly one of these two: the name of a new workspace, or the SHA-256 of an invitation to an existing one. */
  readonly workspaceName?: string;
  readonly invitationHash?: Uint8Array;
}

export interface CreatedAccount {
  readonly userId: string;
  readonly workspaceId: string;
}

/**
 * Creates an account with its first workspace in one transaction. Returns why not if the email address already has an
 * account, or if the link is not open. If several requests try with one link or one address, one succeeds.
 */
export async function createAccount(
  ctx: PageContext,
  account: NewAccount,
): Promise<CreatedAccount | "taken" | "link used"> {
  const { db, clock, logger } = ctx;
  const now = clock.now();
  const userId = newId("usr", now.getTime());
  const { name, email, linkHash } = account;
  const passwordHash = await ctx.passwords.hash(account.password);
  const language = languageOfNewAccount();
  const created = await inSystem(db, async (client) => {
    if (linkHash !== undefined && (await spendSignUpLink(client, linkHash, now)) === null) return "link used";
    const proof = linkHash === undefined ? {} : { emailVerifiedAt: now };
    if (!(await insertUser(client, { id: userId, name, email, passwordHash, now, language, ...proof }))) return "taken";
    await appendAccountEvent(client, { userId, action: "account_created", origin: account.origin, now });
    if (linkHash === undefined && (await mayVerify(ctx, client, email)))
      await queueVerification(ctx, client, { userId, email, name });
    return { userId, workspaceId: await joinFirst(client, { ...account, userId, now }) };
  });
  if (typeof created !== "string") {
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
  const { invitationHash: tokenHash } = account;
  if (tokenHash === undefined) {
    const id = newId("ws", now.getTime());
    await createWorkspaceWithOwner(client, { id, name: account.workspaceName ?? "", ownerId: userId, origin, now });
    return id;
  }
  const workspaceId = await acceptInvitation(client, { tokenHash, userId, email, origin, now });
  if (workspaceId !== null) return workspaceId;
  throw new Problem("conflict", texts().problems.invitationUsedAtSignUp);
}

const logged = ({ userId, workspaceId }: CreatedAccount) => ({ user_id: userId, workspace_id: workspaceId });
