import type { RunCounts, RunFile } from "@skucast/contracts/runs/run";
import type { TransactionClient } from "@skucast/db/database";
import { appendEvent } from "@skucast/events/append-event";
import type { ClaimedRun } from "./claimed-run.js";

const CANCEL = `
  UPDATE runs SET status = 'cancelled', error = $4, finished_at = $5, version = version + 1, updated_at = $5
  WHERE workspace_id = $1 AND feed_id = $2 AND status = 'held' AND id <> $3
  RETURNING id, version, counts, files, error`;

interface Cancelled {
  id: string;
  version: string;
  counts: RunCounts;
  files: RunFile[];
  error: string;
}

/** Cancels the feed's held run in favor of this newer one, so that older files are not delivered after newer ones. */
export async function supersedeHeld(client: TransactionClient, run: ClaimedRun, now: Date): Promise<void> {
  const reason = `superseded by the newer run ${run.id}`;
  const { rows } = await client.query<Cancelled>(CANCEL, [run.workspaceId, run.feedId, run.id, reason, now]);
  for (const { id, version, counts, files, error } of rows) {
    await appendEvent(client, {
      workspaceId: run.workspaceId,
      type: "feed.run.discarded",
      sequence: BigInt(version),
      data: {
        object: { id, feed_id: run.feedId, status: "cancelled", counts, files, error },
        previous: { status: "held" },
      },
      now,
    });
  }
}
