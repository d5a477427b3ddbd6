import type { Database } from "../database.js";

/** Identifies an artifact of the authorization server. Only the SHA-256 of its id is stored. */
export interface ArtifactKey {
  readonly model: string;
  readonly idHash: Uint8Array;
}

export interface NewArtifact extends ArtifactKey {
  /** The connection that it belongs to and ends with. */
  readonly grantId: string | null;
  /** The scopes of an access token, separated by spaces. */
  readonly scope: string | null;
  readonly sealed: Uint8Array;
  readonly expiresAt: Date;
}

export interface ArtifactRow {
  readonly sealed: Buffer;
  readonly consumedAt: Date | null;
}

/** Stores or replaces an artifact. With `isNew`, returns false instead of replacing an existing one. */
export async function saveArtifact(
  db: Database,
  { model, idHash, grantId, scope, sealed, expiresAt }: NewArtifact,
  { now, isNew = false }: { now: Date; isNew?: boolean },
): Promise<boolean> {
  const { rowCount } = await db.system.query(
    `INSERT INTO oauth_artifacts AS a (model, id_hash, grant_id, scope, sealed, expires_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (model, id_hash) DO UPDATE SET sealed = EXCLUDED.sealed, expires_at = EXCLUDED.expires_at
     WHERE NOT $8 OR a.expires_at <= $7`,
    [model, idHash, grantId, scope, sealed, expiresAt, now, isNew],
  );
  return rowCount === 1;
}

/** The artifact, unless it has expired. */
export async function findArtifact(
  db: Database,
  { model, idHash }: ArtifactKey,
  now: Date,
): Promise<ArtifactRow | null> {
  const { rows } = await db.system.query<ArtifactRow>({
    name: "oauth_artifact_find",
    text: `SELECT sealed, consumed_at AS "consumedAt" FROM oauth_artifacts
           WHERE model = $1 AND id_hash = $2 AND expires_at > $3`,
    values: [model, idHash, now],
  });
  return rows[0] ?? null;
}

/** Whether an artifact is kept and its connection has not ended, for whatever reason. */
export async function isConnected(db: Database, { model, idHash }: ArtifactKey, now: Date): Promise<boolean> {
  const { rowCount } = await db.system.query({
    name: "oauth_artifact_is_connected",
    text: `SELECT FROM oauth_artifacts a JOIN oauth_grants g ON g.id = a.grant_id
           WHERE a.model = $1 AND a.id_hash = $2 AND a.expires_at > $3 AND g.revoked_at IS NULL`,
    values: [model, idHash, now],
  });
  return rowCount === 1;
}

/**
 * Marks an artifact as consumed. If several calls try, one gets `true`: condition and change are one statement. If a
 * code is exchanged, the same statement marks its connection as used, so that it is never ended as unused.
 */
export async function consumeArtifact(db: Database, { model, idHash }: ArtifactKey, now: Date): Promise<boolean> {
  const { rowCount } = await db.system.query(CONSUME, [model, idHash, now]);
  return rowCount === 1;
}

// The grant is locked before the artifact, in the same order as by statements that end a grant, so that two cannot
// deadlock.
const CONSUME = `
  WITH used AS (
    UPDATE oauth_grants g SET last_used_at = $3 FROM oauth_artifacts a
    WHERE a.model = $1 AND a.model = 'AuthorizationCode' AND a.id_hash = $2 AND a.consumed_at IS NULL
      AND g.id = a.grant_id AND g.revoked_at IS NULL
    RETURNING g.id
  )
  UPDATE oauth_artifacts SET consumed_at = $3
  WHERE model = $1 AND id_hash = $2 AND consumed_at IS NULL AND (SELECT count(*) FROM used) >= 0`;

/** Makes an artifact usable again if a request that failed consumed it after `since`. */
export async function reopenArtifact(db: Database, { model, idHash }: ArtifactKey, since: Date): Promise<void> {
  await db.system.query(
    "UPDATE oauth_artifacts SET consumed_at = NULL WHERE model = $1 AND id_hash = $2 AND consumed_at > $3",
    [model, idHash, since],
  );
}

/** Deletes an artifact. If several calls try, one gets `true`. */
export async function deleteArtifact(db: Database, { model, idHash }: ArtifactKey): Promise<boolean> {
  const { rowCount } = await db.system.query("DELETE FROM oauth_artifacts WHERE model = $1 AND id_hash = $2", [
    model,
    idHash,
  ]);
  return rowCount === 1;
}
