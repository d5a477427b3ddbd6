import type { RunPush } from "@skucast/contracts/runs/run";
import type { TransactionClient } from "@skucast/db/database";
import { closeIncidents, openIncident } from "@skucast/db/notices/incidents";
import type { ClaimedRun } from "../runs/claimed-run.js";
import { describeFailedDelivery, describeRecoveredDelivery } from "./describe-delivery.js";
import type { DescribedDelivery } from "./texts/described.js";

const NAMES = `
  SELECT f.name AS feed, f.channel_id AS "channelId", d.name AS destination,
    f.schedule IS NOT NULL AND f.status = 'active' AS "isScheduled"
  FROM feeds f JOIN destinations d ON d.workspace_id = f.workspace_id AND d.id = $3
  WHERE f.workspace_id = $1 AND f.id = $2`;

type Names = Pick<DescribedDelivery, "feed" | "destination" | "isScheduled"> & { readonly channelId: string };

interface EndedDelivery {
  readonly delivery: RunPush;
  /** The event that reports it. */
  readonly eventId: string;
  readonly now: Date;
  readonly isMailing: boolean;
}

/**
 * Records, and queues a mail, when the deliveries of a feed to a destination begin to fail, and when one succeeds again: two mails per
 * incident, no matter how many nights it lasts.
 */
export async function insertDeliveryNotice(
  client: TransactionClient,
  { workspaceId, feedId, id: runId }: ClaimedRun,
  { delivery, eventId, now, isMailing }: EndedDelivery,
): Promise<void> {
  const { destination_id: destinationId } = delivery;
  const { rows } = await client.query<Names>(NAMES, [workspaceId, feedId, destinationId]);
  const [names] = rows;
  if (!names) return;
  const { channelId } = names;
  const object = { workspaceId, objectId: `${feedId}/${destinationId}`, channelId };
  const described = { ...names, feedId, runId, delivery };
  if (delivery.status === "failed") {
    const describe = () => describeFailedDelivery(described);
    await openIncident(client, { ...object, kind: "delivery_failed" }, { eventId, now, isMailing, describe });
  } else {
    const describe = () => describeRecoveredDelivery(described);
    await closeIncidents(client, { ...object, kinds: ["delivery_failed"] }, { eventId, now, isMailing, describe });
  }
}
