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
}

const STATEMENT = `
  SELECT s.id, s.user_id AS "userId", s.current_workspace_id AS "workspaceId", m.role, s.expires_at AS "expiresAt"
  FROM sessions s
  LEFT JOIN memberships m ON m.workspace_id = s.current_workspace_id AND m.user_id = s.user_id
  WHERE s.secret_hash = $1 AND s.ended_at IS NULL AND s.expires_at > now()`;

/** The session with this SHA-256. None if it ended. */
export async function findSession(db: Database, secretHash: Uint8Array, source: Source): Promise<SessionRow | null> {
  const query = { name: "session_find", text: STATEMENT, values: [secretHash] };
  const { rows } = await connectionsTo(db, source).query<SessionRow>(query);
  return rows[0] ?? null;
}
