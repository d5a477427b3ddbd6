import { startLoop } from "@skucast/service-kit/loop";
import type { ExporterContext } from "../context.js";
import type { Slot } from "./acquire-slot.js";
import type { ClaimedRun } from "./claimed-run.js";

interface Progress {
  readonly run: ClaimedRun;
  readonly position: number;
  readonly slot: Slot;
  readonly bytesTotal: number;
  readonly bytesSent: () => number;
}

const INTERVAL_MS = 1_000;

const SAVE = `
  UPDATE runs SET deliveries = jsonb_set(deliveries, ARRAY[$4::text],
      (deliveries -> $4::text::int) || jsonb_build_object('bytes_sent', $5::bigint, 'bytes_total', $6::bigint)),
    version = version + 1, updated_at = $7
  WHERE workspace_id = $1 AND id = $2 AND lease_owner = $3`;

/** Stores once a second how many bytes were sent, and renews the slot, until stopped. */
export function startProgressUpdates(
  { db, clock, logger, hints }: ExporterContext,
  { run, position, slot, bytesTotal, bytesSent }: Progress,
): { stop(): Promise<void> } {
  let savedBytes = 0;
  return startLoop({
    name: "delivery progress",
    intervalMs: INTERVAL_MS,
    logger,
    run: async () => {
      await slot.renew();
      const bytes = bytesSent();
      if (bytes === savedBytes) return;
      await db.system.query(SAVE, [
        run.workspaceId,
        run.id,
        run.owner,
        String(position),
        bytes,
        bytesTotal,
        clock.now(),
      ]);
      savedBytes = bytes;
      hints.note(run.workspaceId, "run");
    },
  });
}
