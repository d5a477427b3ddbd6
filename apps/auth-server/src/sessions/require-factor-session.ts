import { findSecondFactor, type SecondFactor } from "@skucast/db/second-factor/second-factor";
import type { Request, Response } from "express";
import type { AccountsContext } from "../accounts/accounts-context.js";
import { relyingPartyOf } from "../passkeys/relying-party.js";
import type { CurrentSession } from "./current-session.js";
import { confirmationPath, FRESH_MS, isRecent } from "./require-recent-session.js";
import { requireSession } from "./require-session.js";

/**
 * Returns the session of a person who may change their second factors or their address, and proved minutes ago who they
 * are. Of an account that has a factor, they must have proved it with one: a password alone would otherwise add another,
 * and reach what requires a second factor.
 */
export async function requireFactorSession(
  ctx: AccountsContext,
  req: Request,
  res: Response,
): Promise<CurrentSession | null> {
  const session = await requireSession(ctx, req, res);
  if (session === null) return null;
  const { userId, secondFactorAt } = session;
  const hasPassed = secondFactorAt !== null && isRecent(ctx, { authenticatedAt: secondFactorAt }, FRESH_MS);
  if (!mayChangeFactors(ctx, await findSecondFactor(ctx.db, userId), hasPassed)) {
    res.redirect(303, `${confirmationPath(req)}&factor=required`);
    return null;
  }
  if (isRecent(ctx, session, FRESH_MS)) return session;
  res.redirect(303, confirmationPath(req));
  return null;
}

/**
 * Returns the session of a person who proves by a typed password what they may change. Of an account with a second factor,
 * the session must be as for a change of factors.
 */
export async function requireFactorSessionIfAny(
  ctx: AccountsContext,
  req: Request,
  res: Response,
): Promise<CurrentSession | null> {
  const session = await requireSession(ctx, req, res);
  if (session === null) return null;
  const hasFactor = !mayChangeFactors(ctx, await findSecondFactor(ctx.db, session.userId), false);
  return hasFactor ? requireFactorSession(ctx, req, res) : session;
}

/** Whether a session may change the factors of an account: it passed one, or there is none that it could pass. */
export const mayChangeFactors = (
  ctx: AccountsContext,
  { isTotpEnabled, passkeyCount }: SecondFactor,
  hasPassed: boolean,
): boolean => hasPassed || (!isTotpEnabled && (passkeyCount === 0 || relyingPartyOf(ctx) === null));
