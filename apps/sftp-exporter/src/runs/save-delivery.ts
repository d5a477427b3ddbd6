import type { RunFile, RunPush } from "@skucast/contracts/runs/run";
import { inSystem } from "@skucast/db/database";
import { appendEvent } from "@skucast/events/append-event";
import { LeaseLost } from "@skucast/service-kit/lease";
import type { ExporterContext } from "../context.js";
import { insertDeliveryNotice } from "../notices/insert-delivery-notice.js";
import type { ClaimedRun } from "./claimed-run.js";

const SAVE_DELIVERY = `
  UPDATE runs SET deliveries = jsonb_set(deliveries, ARRAY[$5], $6), version = version + 1, updated_at = $4
  WHERE workspace_id = $1 AND id = $2 AND lease_owner = $3
  RETURNING version`;

/** Stores how a delivery ended, its event and its mail in one transaction. */
export function saveDelivery(
  { db, clock, settings }: ExporterContext,
  run: ClaimedRun,
  { position, delivery, files }: { position: number; delivery: RunPush; files: readonly RunFile[] },
): Promise<void> {
  return inSystem(db, async (client) => {
    const now = clock.now();
    const values = [run.workspaceId, run.id, run.owner, now, String(position), JSON.stringify(delivery)];
    const { rows } = await client.query<{ version: string }>(SAVE_DELIVERY, values);
    const [changed] = rows;
    if (!changed) throw new LeaseLost();
    const { destination_id, error } = delivery;
    const eventId = await appendEvent(client, {
      workspaceId: run.workspaceId,
      type: delivery.status === "delivered" ? "feed.delivered" : "feed.delivery_failed",
      sequence: BigInt(changed.version),
      data: {
        object: {
          id: run.id,
          run_id: run.id,
          feed_id: run.feedId,
          destination_id,
          files: files.map(publicFile),
          error,
        },
        previous: {},
      },
      now,
    });
    await insertDeliveryNotice(client, run, { delivery, eventId, now, isMailing: settings.isMailing });
  });
}

const publicFile = ({ name, bytes, rows, sha256 }: RunFile): RunFile => ({ name, bytes, rows, sha256 });
