import type { RunPush } from "@skucast/contracts/runs/run";
import { LeaseLost } from "@skucast/service-kit/lease";
import type { ExporterContext } from "../context.js";
import type { ClaimedRun } from "./claimed-run.js";

/** What a delivery knows from then on. */
export type Begun = Pick<RunPush, "begun_at" | "companion">;

const NOTE = `
  UPDATE runs SET deliveries = jsonb_set(deliveries, ARRAY[$4::text], deliveries->$4::int || $5), version = version + 1, updated_at = $6
  WHERE workspace_id = $1 AND id = $2 AND lease_owner = $3`;

/**
 * Stores, before the first byte goes, that the partner may have something of this delivery from now on, whatever becomes of
 * it and of this process: later runs replace or remove it.
 */
export async function noteBegun(
  { db, clock }: ExporterContext,
  run: ClaimedRun,
  place: number,
  { begun_at, companion }: Begun,
): Promise<Begun> {
  const now = clock.now();
  const begun = { begun_at: begun_at ?? now.toISOString(), companion };
  const { rowCount } = await db.system.query(NOTE, [
    ...[run.workspaceId, run.id, run.owner, String(place), JSON.stringify(begun), now],
  ]);
  if (rowCount === 0) throw new LeaseLost();
  return begun;
}
