import { Problem } from "@skucast/contracts/problem";
import type { OpenAccountToken, TokenPurpose } from "@skucast/db/account-tokens/account-tokens";
import type { Request } from "express";
import type { PageContext } from "../accounts/page-context.js";
import { texts } from "../language/request-language.js";
import { type CurrentSession, currentSession } from "../sessions/current-session.js";
import { checkSessionForm } from "../sessions/require-session.js";
import { requireLink } from "./require-link.js";

/**
 * Whether the session belongs to the account of the link. An address is confirmed by the person who has both the mailbox and
 * the account: with the mailbox alone, a person could confirm an account that someone else created with their address, and
 * that keeps the other one's passkeys.
 */
export const isLinkOwner = (session: CurrentSession | null, { userId }: OpenAccountToken): session is CurrentSession =>
  session !== null && session.userId === userId && session.singleSignOnWorkspaceId === null;

/** Throws 403 unless the owner of the link sends its form, and 404 for a link that is not open. */
export async function requireLinkOwner(
  ctx: PageContext,
  req: Request,
  { purpose, path }: { readonly purpose: TokenPurpose; readonly path: string },
): Promise<void> {
  const session = await currentSession(ctx, req);
  if (session === null) throw new Problem("forbidden", texts().problems.formExpired);
  checkSessionForm(ctx, req, session, path);
  if (!isLinkOwner(session, await requireLink(ctx, req, purpose))) {
    throw new Problem("forbidden", texts().signIn.otherAccount);
  }
}
