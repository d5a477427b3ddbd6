import type { ImporterContext } from "../context.js";
import type { LeasedImport } from "./claimed-import.js";

const RENEW = `
  UPDATE imports SET lease_until = now() + $4 * interval '1 millisecond'
  WHERE workspace_id = $1 AND id = $2 AND lease_owner = $3`;

/** Extends the lease. Returns false when another importer holds it. */
export async function renewLease({ db, settings }: ImporterContext, work: LeasedImport): Promise<boolean> {
  const { rowCount } = await db.system.query(RENEW, [work.workspaceId, work.id, work.owner, settings.leaseMs]);
  return rowCount !== 0;
}

/** The owner is removed as well, so that a renewal in flight cannot restore the lease. */
const RELEASE = `
  UPDATE imports SET lease_until = now() - interval '1 second', lease_owner = NULL
  WHERE workspace_id = $1 AND id = $2 AND lease_owner = $3`;

/** Lets any importer claim the import at once. */
export async function releaseImport({ db }: ImporterContext, work: LeasedImport): Promise<void> {
  await db.system.query(RELEASE, [work.workspaceId, work.id, work.owner]);
}
