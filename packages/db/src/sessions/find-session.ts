import { type Language, languageOf } from "@skucast/contracts/languages";
import type { Database } from "../database.js";

/** A live session with the person it belongs to. */
export interface SessionRow {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly currentWorkspaceId: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  /** When the person last entered the password or used a passkey in this session. */
  readonly authenticatedAt: Date;
  /** When the session passed a second factor; null if it did not. */
  readonly secondFactorAt: Date | null;
  /** The workspace whose identity provider started the session, which reaches no other; null for own credentials. */
  readonly singleSignOnWorkspaceId: string | null;
  /** Whether the person proved to read mail at their address. */
  readonly isEmailVerified: boolean;
  /** The language of the person's pages; null follows the browser. */
  readonly language: Language | null;
}

/** The session whose secret has this SHA-256. None if it ended or expired. */
export async function findSession(db: Database, secretHash: Uint8Array, now: Date): Promise<SessionRow | null> {
  const { rows } = await db.system.query<SessionRow>({
    name: "session_with_person_find",
    text: `SELECT s.id, s.user_id AS "userId", u.email, u.name, s.current_workspace_id AS "currentWorkspaceId",
             s.created_at AS "createdAt", s.last_used_at AS "lastUsedAt",
             s.authenticated_at AS "authenticatedAt", s.second_factor_at AS "secondFactorAt",
             s.single_sign_on_workspace_id AS "singleSignOnWorkspaceId",
             u.email_verified_at IS NOT NULL AS "isEmailVerified", u.language
           FROM sessions s JOIN users u ON u.id = s.user_id
           WHERE s.secret_hash = $1 AND s.ended_at IS NULL AND s.expires_at > $2`,
    values: [secretHash, now],
  });
  const [row] = rows;
  return row ? { ...row, language: languageOf(row.language) } : null;
}
