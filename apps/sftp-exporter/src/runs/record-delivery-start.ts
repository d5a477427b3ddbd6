import type { RunPush } from "@skucast/contracts/runs/run";
import { LeaseLost } from "@skucast/service-kit/lease";
import type { ExporterContext } from "../context.js";
import type { ClaimedRun } from "./claimed-run.js";

/** When the delivery first wrote to the destination, and the manifest or trigger that it writes last; see `companionName`. */
export type DeliveryStart = Pick<RunPush, "begun_at" | "companion">;

const SAVE = `
  UPDATE runs SET deliveries = jsonb_set(deliveries, ARRAY[$4::text], deliveries->$4::int || $5), version = version + 1, updated_at = $6
  WHERE workspace_id = $1 AND id = $2 AND lease_owner = $3`;

/**
 * Stores, before the first byte is sent, that the partner may have files of this delivery, even if the delivery fails or
 * this process dies. Later runs replace or remove them.
 */
export async function recordDeliveryStart(
  { db, clock }: ExporterContext,
  run: ClaimedRun,
  position: number,
  { begun_at, companion }: DeliveryStart,
): Promise<DeliveryStart> {
  const now = clock.now();
  const start = { begun_at: begun_at ?? now.toISOString(), companion };
  const values = [run.workspaceId, run.id, run.owner, String(position), JSON.stringify(start), now];
  const { rowCount } = await db.system.query(SAVE, values);
  if (rowCount === 0) throw new LeaseLost();
  return start;
}
