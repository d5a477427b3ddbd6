import type { ExporterContext } from "../context.js";
import type { ClaimedRun } from "./claimed-run.js";

const RENEW = `
  UPDATE runs SET lease_until = now() + $4 * interval '1 millisecond'
  WHERE workspace_id = $1 AND id = $2 AND lease_owner = $3`;

/** Extends the lease. Returns false when another exporter holds it. */
export async function renewLease({ db, settings }: ExporterContext, run: ClaimedRun): Promise<boolean> {
  const { rowCount } = await db.system.query(RENEW, [run.workspaceId, run.id, run.owner, settings.leaseMs]);
  return rowCount !== 0;
}

/** The owner is removed as well, so that a renewal in flight cannot restore the lease. */
const RELEASE = `
  UPDATE runs SET lease_until = now() - interval '1 second', lease_owner = NULL, claim_count = greatest(0, claim_count - 1)
  WHERE workspace_id = $1 AND id = $2 AND lease_owner = $3`;

/** Lets any exporter claim the run at once. This claim is not counted. */
export async function releaseRun({ db }: ExporterContext, run: ClaimedRun): Promise<void> {
  await db.system.query(RELEASE, [run.workspaceId, run.id, run.owner]);
}

const POSTPONE = `
  UPDATE runs SET lease_until = now() + $4 * interval '1 millisecond', lease_owner = NULL
  WHERE workspace_id = $1 AND id = $2 AND lease_owner = $3`;

/** Lets any exporter claim the run after a pause. This claim is counted. */
export async function postponeRun({ db }: ExporterContext, run: ClaimedRun, pauseMs: number): Promise<void> {
  await db.system.query(POSTPONE, [run.workspaceId, run.id, run.owner, pauseMs]);
}
