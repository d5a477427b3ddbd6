import { delay } from "@skucast/service-kit/clock";
import { SftpFailure } from "@skucast/sftp/sftp-failure";
import type { ExporterContext } from "../context.js";
import type { ClaimedRun } from "./claimed-run.js";

/** A permit for one of the connections that a destination allows, counted across all exporters. */
export interface Slot {
  /** Extends the permit by the length of a lease. */
  renew(): Promise<void>;
  release(): Promise<void>;
}

interface SlotRequest {
  readonly run: ClaimedRun;
  readonly destinationId: string;
  readonly connectionsMax: number;
  readonly signal: AbortSignal;
}

const POLL_MS = 500;
const WAIT_MS_MAX = 3_600_000;

const TAKE = `
  INSERT INTO destination_slots (workspace_id, destination_id, slot, owner, held_until)
  VALUES ($1, $2, $3, $4, now() + $5 * interval '1 millisecond')
  ON CONFLICT (workspace_id, destination_id, slot)
  DO UPDATE SET owner = excluded.owner, held_until = excluded.held_until WHERE destination_slots.held_until < now()`;

const RENEW = `
  UPDATE destination_slots SET held_until = now() + $5 * interval '1 millisecond'
  WHERE workspace_id = $1 AND destination_id = $2 AND slot = $3 AND owner = $4`;

const RELEASE = `
  DELETE FROM destination_slots WHERE workspace_id = $1 AND destination_id = $2 AND slot = $3 AND owner = $4`;

/** Waits for a slot. Throws the signal's reason, or SftpFailure when no slot becomes free within an hour. */
export async function acquireSlot(
  ctx: ExporterContext,
  { run, destinationId, connectionsMax, signal }: SlotRequest,
): Promise<Slot> {
  const { leaseMs } = ctx.settings;
  const query = (sql: string, slot: number, ...more: unknown[]) =>
    ctx.db.system.query(sql, [run.workspaceId, destinationId, slot, run.owner, ...more]);
  for (const startedMs = performance.now(); performance.now() - startedMs < WAIT_MS_MAX; ) {
    for (let slot = 1; slot <= connectionsMax; slot += 1) {
      const { rowCount } = await query(TAKE, slot, leaseMs);
      if (rowCount !== 1) continue;
      return {
        renew: async () => void (await query(RENEW, slot, leaseMs)),
        release: async () => void (await query(RELEASE, slot)),
      };
    }
    await delay(POLL_MS, signal);
  }
  throw new SftpFailure("stalled", "no connection to the host became free within an hour");
}
