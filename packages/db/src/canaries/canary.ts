import type { Database } from "../database.js";

/** A credential without rights. It is revoked to measure how long a revocation takes. */
export interface NewCanary {
  readonly id: string;
  readonly secretHash: Uint8Array;
}

export async function insertCanary({ system }: Database, { id, secretHash }: NewCanary): Promise<void> {
  await system.query("INSERT INTO canaries (id, secret_hash) VALUES ($1, $2)", [id, secretHash]);
}

/** Revokes it without a message. Only the journal contains the revocation. */
export async function revokeCanary({ system }: Database, id: string): Promise<void> {
  await system.query("UPDATE canaries SET revoked_at = clock_timestamp() WHERE id = $1", [id]);
}

/** Deletes it, and the ones that crashed processes left more than an hour ago. */
export async function deleteCanary({ system }: Database, id: string): Promise<void> {
  await system.query("DELETE FROM canaries WHERE id = $1 OR created_at < now() - interval '1 hour'", [id]);
}
