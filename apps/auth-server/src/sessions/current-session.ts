import type { IncomingMessage } from "node:http";
import { hashToken, tokenKind } from "@skucast/credentials/token";
import { findSession } from "@skucast/db/sessions/find-session";
import { sessionExpiry } from "@skucast/db/sessions/session-life";
import { touchSession } from "@skucast/db/sessions/touch-session";
import { readSessionCookie } from "@skucast/http-kit/session-cookie";
import type { AccountsContext } from "../accounts/accounts-context.js";

/** Who is signed in with the browser that asks. */
export interface CurrentSession {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  /** The workspace that the person works in just now; null when there is none. */
  readonly currentWorkspaceId: string | null;
  readonly secretHash: Buffer;
}

/** A use is written down once in this time, so that reading a page is not a write. */
const TOUCH_MS = 60_000;

/** The live session of the request's cookie, or null. Its use is noted, which keeps it alive. */
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
  const { createdAt, lastUsedAt, ...session } = row;
  if (now.getTime() - lastUsedAt.getTime() >= TOUCH_MS) {
    await touchSession(db, { id: row.id, usedAt: now, expiresAt: sessionExpiry(createdAt, now) });
  }
  return { ...session, secretHash };
}
