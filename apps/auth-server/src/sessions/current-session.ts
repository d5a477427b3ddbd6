import type { IncomingMessage } from "node:http";
import type { Language } from "@skucast/contracts/languages";
import { hashToken, tokenKind } from "@skucast/credentials/token";
import { findSession } from "@skucast/db/sessions/find-session";
import { sessionExpiry } from "@skucast/db/sessions/session-life";
import { touchSession } from "@skucast/db/sessions/touch-session";
import { readSessionCookie } from "@skucast/http-kit/session-cookie";
import type { AccountsContext } from "../accounts/accounts-context.js";
import { continueInLanguage } from "../language/request-language.js";

/** The signed-in session of a request. */
export interface CurrentSession {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  /** The workspace that the user currently works in; null if there is none. */
  readonly currentWorkspaceId: string | null;
  readonly secretHash: Buffer;
  readonly authenticatedAt: Date;
  /** When the session passed a second factor; null if it did not. */
  readonly secondFactorAt: Date | null;
  readonly isEmailVerified: boolean;
  /** The language that the person chose; null follows the browser. */
  readonly language: Language | null;
  /** The workspace whose identity provider started the session, which reaches no other; null for own credentials. */
  readonly singleSignOnWorkspaceId: string | null;
}

/** The last use is updated at most this often, so that viewing a page is not a write. */
const TOUCH_MS = 60_000;

/**
 * Returns the valid session of the request's cookie, or null. Records its use, which extends the session. The request
 * continues in the person's language.
 */
export async function currentSession(
  { db, clock, isSecure }: Pick<AccountsContext, "db" | "clock" | "isSecure">,
  req: IncomingMessage,
): Promise<CurrentSession | null> {
  const secret = readSessionCookie(req, isSecure);
  if (secret === undefined || tokenKind(secret) !== "ss") return null;
  const secretHash = hashToken(secret);
  const now = clock.now();
  const row = await findSession(db, secretHash, now);
  if (row === null) return null;
  continueInLanguage(row.language);
  const { createdAt, lastUsedAt, ...session } = row;
  if (now.getTime() - lastUsedAt.getTime() >= TOUCH_MS) {
    await touchSession(db, {
      id: row.id,
      usedAt: now,
      expiresAt: sessionExpiry(createdAt, now, row.singleSignOnWorkspaceId !== null),
    });
  }
  return { ...session, secretHash };
}
