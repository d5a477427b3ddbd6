import type { RunPush } from "@skucast/contracts/runs/run";
import type { TransactionClient } from "@skucast/db/database";
import { insertNotices } from "@skucast/db/notices/insert-notices";
import type { ClaimedRun } from "../runs/claimed-run.js";
import { type DescribedDelivery, describeDelivery } from "./describe-delivery.js";

const NAMES = `
  SELECT f.name AS feed, d.name AS destination,
    f.schedule IS NOT NULL AND f.status = 'active' AS "isScheduled"
  FROM feeds f JOIN destinations d ON d.workspace_id = f.workspace_id AND d.id = $3
  WHERE f.workspace_id = $1 AND f.id = $2`;

type Names = Pick<DescribedDelivery, "feed" | "destination" | "isScheduled">;

/** How the feed's previous delivery to this destination ended. */
const STATUS_BEFORE = `
  SELECT d->>'status' AS status
  FROM runs r, jsonb_array_elements(r.deliveries) AS d
  WHERE r.workspace_id = $1 AND r.feed_id = $2 AND r.id < $4
    AND d->>'destination_id' = $3 AND d->>'status' IN ('delivered', 'failed')
  ORDER BY r.id DESC LIMIT 1`;

interface EndedDelivery {
  readonly delivery: RunPush;
  /** The event that reports it. */
  readonly eventId: string;
  readonly now: Date;
}

/**
 * Queues a mail to the workspace's owners and admins when a delivery fails after a success, and when one succeeds after a
 * failure: two mails per incident, no matter how many nights it lasts.
 */
export async function insertDeliveryNotice(
  client: TransactionClient,
  { workspaceId, feedId, id: runId }: ClaimedRun,
  { delivery, eventId, now }: EndedDelivery,
): Promise<void> {
  const { destination_id: destinationId } = delivery;
  const before = await client.query<{ status: string }>(STATUS_BEFORE, [workspaceId, feedId, destinationId, runId]);
  const hadFailed = before.rows[0]?.status === "failed";
  if (hadFailed === (delivery.status === "failed")) return;
  const { rows } = await client.query<Names>(NAMES, [workspaceId, feedId, destinationId]);
  const [names] = rows;
  if (!names) return;
  await insertNotices(client, {
    workspaceId,
    eventId,
    now,
    ...describeDelivery({ ...names, feedId, runId, delivery }),
  });
}
