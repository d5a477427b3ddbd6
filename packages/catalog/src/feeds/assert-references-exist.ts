import type { FeedDelivery } from "@skucast/contracts/feeds/feed";
import { type Fault, validationFailed } from "@skucast/contracts/problem";
import type { Change } from "../transactions.js";

/**
 * Rejects a feed with an unknown channel or destination, and locks the ones that exist until the transaction ends, so that
 * they cannot be deleted meanwhile.
 */
export async function assertReferencesExist(
  { tx, workspaceId }: Change,
  { channelId, deliveries }: { channelId?: string; deliveries: readonly FeedDelivery[] },
): Promise<void> {
  const faults: Fault[] = [];
  if (channelId !== undefined && (await lockExisting(tx, "channels", workspaceId, [channelId])).size === 0) {
    faults.push({ pointer: "/channel_id", code: "not_found", message: `is not a channel: ${channelId}` });
  }
  const wanted = deliveries.flatMap((delivery) => (delivery.type === "sftp_push" ? [delivery.destination_id] : []));
  const known = await lockExisting(tx, "destinations", workspaceId, wanted);
  const seen = new Set<string>();
  for (const [i, delivery] of deliveries.entries()) {
    const isPush = delivery.type === "sftp_push";
    const [name, pointer] = isPush
      ? [delivery.destination_id, `/deliveries/${i}/destination_id`]
      : [delivery.type, `/deliveries/${i}/type`];
    if (isPush && !known.has(name))
      faults.push({ pointer, code: "not_found", message: `is not a destination: ${name}` });
    else if (seen.has(name)) faults.push({ pointer, code: "duplicate", message: "is already in this list" });
    seen.add(name);
  }
  if (faults.length > 0) throw validationFailed(faults);
}

/** Locks the rows with these ids and returns the ids that exist. A fixed order prevents deadlocks. */
async function lockExisting(
  tx: Change["tx"],
  table: "channels" | "destinations",
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.$queryRawUnsafe<{ id: string }[]>(
    `SELECT id FROM ${table} WHERE workspace_id = $1 AND id = ANY ($2::text[]) ORDER BY id FOR SHARE`,
    workspaceId,
    [...ids],
  );
  return new Set(rows.map(({ id }) => id));
}
