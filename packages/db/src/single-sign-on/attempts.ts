import type { Database } from "../database.js";
import type { ProviderClient } from "./find-provider.js";

/** A sign-in that went to a provider and has not come back. */
export interface SignInAttempt extends ProviderClient {
  readonly visitorHash: Uint8Array;
  /** Who was signed in with their own credentials when it started. */
  readonly userId: string | null;
  readonly isConfirmation: boolean;
  readonly returnTo: string | null;
}

export async function insertSignInAttempt(
  db: Database,
  attempt: SignInAttempt & { readonly stateHash: Uint8Array; readonly expiresAt: Date },
): Promise<void> {
  await db.system.query(
    `INSERT INTO single_sign_on_attempts (workspace_id, state_hash, visitor_hash, issuer, client_id, user_id,
       is_confirmation, return_to, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      attempt.workspaceId,
      attempt.stateHash,
      attempt.visitorHash,
      attempt.issuer,
      attempt.clientId,
      attempt.userId,
      attempt.isConfirmation,
      attempt.returnTo,
      attempt.expiresAt,
    ],
  );
}

/** The started sign-in of a state, which is used up. Null if it is unknown, used or expired, or of another workspace. */
export async function takeSignInAttempt(
  db: Database,
  { workspaceId, stateHash, now }: { readonly workspaceId: string; readonly stateHash: Uint8Array; readonly now: Date },
): Promise<SignInAttempt | null> {
  const { rows } = await db.system.query<SignInAttempt & { readonly expiresAt: Date }>(
    `DELETE FROM single_sign_on_attempts WHERE workspace_id = $1 AND state_hash = $2
     RETURNING workspace_id AS "workspaceId", visitor_hash AS "visitorHash", issuer, client_id AS "clientId",
       user_id AS "userId", is_confirmation AS "isConfirmation", return_to AS "returnTo", expires_at AS "expiresAt"`,
    [workspaceId, stateHash],
  );
  const [row] = rows;
  return row === undefined || row.expiresAt <= now ? null : row;
}

const ROWS_MAX = 1_000;

/** Deletes sign-ins that did not come back, at most 1,000 per call. Returns whether there may be more. */
export async function pruneSignInAttempts(db: Database, now: Date): Promise<boolean> {
  const { rowCount } = await db.system.query(
    `DELETE FROM single_sign_on_attempts WHERE (workspace_id, state_hash) IN (
       SELECT workspace_id, state_hash FROM single_sign_on_attempts WHERE expires_at <= $1 LIMIT ${ROWS_MAX})`,
    [now],
  );
  return rowCount === ROWS_MAX;
}
