import type { Database } from "../database.js";

/** The workspace whose single sign-on started a session, which reaches no other one; null for own credentials. */
export async function singleSignOnOf(db: Database, sessionId: string): Promise<string | null> {
  const { rows } = await db.system.query<{ id: string | null }>(
    "SELECT single_sign_on_workspace_id AS id FROM sessions WHERE id = $1",
    [sessionId],
  );
  return rows[0]?.id ?? null;
}
