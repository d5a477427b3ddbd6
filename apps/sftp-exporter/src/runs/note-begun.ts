import type { ExporterContext } from "../context.js";
import { type ClaimedRun, LeaseLost } from "./run-work.js";

const NOTE = `
  UPDATE runs SET deliveries = jsonb_set(deliveries, ARRAY[$4::text, 'begun_at'], $5), version = version + 1, updated_at = $6
  WHERE workspace_id = $1 AND id = $2 AND lease_owner = $3`;

/**
 * Stores, before the first byte goes, that the partner may have something of this delivery from now on, whatever becomes of
 * it and of this process: later runs replace or remove it.
 */
export async function noteBegun({ db, clock }: ExporterContext, run: ClaimedRun, place: number): Promise<string> {
  const now = clock.now();
  const begunAt = now.toISOString();
  const values = [run.workspaceId, run.id, run.owner, String(place), JSON.stringify(begunAt), now];
  const { rowCount } = await db.system.query(NOTE, values);
  if (rowCount === 0) throw new LeaseLost();
  return begunAt;
}
