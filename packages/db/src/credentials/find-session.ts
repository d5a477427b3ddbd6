import type { Role } from "@skucast/contracts/roles";
import type { Database } from "../database.js";
import { connectionsTo, type Source } from "./source.js";

/** A live browser session. */
export interface SessionRow {
  readonly id: string;
  readonly userId: string;
  /** The current workspace. Null if none was chosen or it was deleted. */
  readonly workspaceId: string | null;
  /** The person's role in it. Null if there is no workspace or the person left it. */
  readonly role: Role | null;
  readonly expiresAt: Date;
  /** When the person last proved who they are in this session. */
  readonly authenticatedAt: Date;
  /**
   * Whether the workspace requires a second factor, which the session has not passed. Of a session that the workspace's
   * identity provider started, the provider asks for one.
   */
  readonly lacksSecondFactor: boolean;
  /** Whether the workspace requires single sign-on, which did not start the session. Owners are exempt. */
  readonly lacksSingleSignOn: boolean;
  /** When the workspace is deleted. Null unless its deletion was requested. */
  readonly deletesAt: Date | null;
}

const STATEMENT = `
  SELECT s.id, s.user_id AS "userId", s.current_workspace_id AS "workspaceId", m.role, s.expires_at AS "expiresAt",
    s.authenticated_at AS "authenticatedAt",
    w.deletes_at AS "deletesAt",
    coalesce(w.requires_second_factor, false) AND s.second_factor_at IS NULL
      AND s.single_sign_on_workspace_id IS NULL AS "lacksSecondFactor",
    coalesce(p.is_required, false) AND m.role <> 'owner' AND s.single_sign_on_workspace_id IS NULL AS "lacksSingleSignOn"
  FROM sessions s
  LEFT JOIN workspaces w ON w.id = s.current_workspace_id
  LEFT JOIN single_sign_on p ON p.workspace_id = s.current_workspace_id
  LEFT JOIN memberships m ON m.workspace_id = s.current_workspace_id AND m.user_id = s.user_id
    AND coalesce(s.single_sign_on_workspace_id, m.workspace_id) = m.workspace_id
  WHERE s.secret_hash = $1 AND s.ended_at IS NULL AND s.expires_at > now()`;

/** The session with this SHA-256. None if it ended. */
export async function findSession(db: Database, secretHash: Uint8Array, source: Source): Promise<SessionRow | null> {
  const query = { name: "session_find", text: STATEMENT, values: [secretHash] };
  const { rows } = await connectionsTo(db, source).query<SessionRow>(query);
  return rows[0] ?? null;
}
