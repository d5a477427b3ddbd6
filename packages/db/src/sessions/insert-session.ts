import type { SignInMethod } from "@skucast/contracts/accounts/account-actions";
import { appendAccountEvent } from "../accounts/account-events.js";
import { type Database, inSystem, type TransactionClient } from "../database.js";
import { hasFactor, waitForFactorChange } from "../second-factor/second-factor.js";
import { holdProvider, type ProviderClient } from "../single-sign-on/find-provider.js";

export interface NewSession {
  readonly id: string;
  readonly secretHash: Uint8Array;
  readonly userId: string;
  /** The workspace to start in, if the person is a member of it. */
  readonly workspaceId?: string | undefined;
  readonly ip: string | undefined;
  readonly userAgent: string | undefined;
  readonly now: Date;
  readonly expiresAt: Date;
  /** How the person proved who they are, for their security history. Undefined if they did before. */
  readonly method?: SignInMethod | undefined;
  /** Whether the person passed a second factor, or used a passkey that verified them. It counts if they still have one. */
  readonly hasSecondFactor: boolean;
  /** The provider that vouched for the person; undefined if they used their own credentials. */
  readonly singleSignOn?: ProviderClient | undefined;
  /** When the person last proved who they are. Default: now. */
  readonly authenticatedAt?: Date | undefined;
}

/** Maximum sessions of a person. Beyond it, a new one ends the least recently used one. */
const LIVE_SESSIONS_MAX = 50;

/**
 * Inserts a session and ends those over the limit. Returns their ids; null, and inserts nothing, if the settings of its
 * single sign-on changed meanwhile.
 */
export function insertSession(db: Database, session: NewSession): Promise<string[] | null> {
  const { singleSignOn } = session;
  return inSystem(db, async (client) => {
    if (singleSignOn !== undefined && !(await holdProvider(client, singleSignOn))) return null;
    if (session.hasSecondFactor) await waitForFactorChange(client, session.userId);
    await client.query(
      `INSERT INTO sessions (id, secret_hash, user_id, current_workspace_id, ip, user_agent, created_at, last_used_at, expires_at,
         authenticated_at, second_factor_at, single_sign_on_workspace_id)
       VALUES ($1, $2, $3, (${STARTING_WORKSPACE}), $5, $6, $7, $7, $8, $10, CASE WHEN ${hasFactor("$3")} THEN $9::timestamptz END, $11)`,
      [
        session.id,
        session.secretHash,
        session.userId,
        session.workspaceId,
        session.ip,
        session.userAgent,
        session.now,
        session.expiresAt,
        session.hasSecondFactor ? session.now : null,
        session.authenticatedAt ?? session.now,
        singleSignOn?.workspaceId ?? null,
      ],
    );
    const { userId, method, ip, userAgent, now } = session;
    if (method !== undefined) {
      await appendAccountEvent(client, {
        userId,
        action: "signed_in",
        details: { method },
        origin: { ip, userAgent },
        now,
      });
    }
    return endSurplus(client, session);
  });
}

/**
 * The requested workspace, or else that of the latest session, or else the oldest one. Always one that the person is a
 * member of.
 */
const STARTING_WORKSPACE = `
  SELECT m.workspace_id FROM memberships m WHERE m.user_id = $3
  ORDER BY m.workspace_id = $4::text DESC NULLS LAST,
    (SELECT max(s.last_used_at) FROM sessions s WHERE s.user_id = $3 AND s.current_workspace_id = m.workspace_id)
      DESC NULLS LAST,
    m.created_at, m.workspace_id
  LIMIT 1`;

async function endSurplus(client: TransactionClient, { userId, now }: NewSession): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `UPDATE sessions SET ended_at = $2 WHERE id IN (
       SELECT id FROM sessions WHERE user_id = $1 AND ended_at IS NULL AND expires_at > $2
       ORDER BY last_used_at DESC, id DESC OFFSET ${LIVE_SESSIONS_MAX}
     ) AND ended_at IS NULL RETURNING id`,
    [userId, now],
  );
  return rows.map(({ id }) => id);
}
