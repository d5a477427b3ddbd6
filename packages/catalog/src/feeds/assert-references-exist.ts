import type { FeedDelivery } from "@skucast/contracts/feeds/feed";
import { type Fault, validationFailed } from "@skucast/contracts/problem";
import type { Change } from "../transactions.js";

/**
 * Refuses a feed that names a channel or destinations that the workspace does not have, and holds those it has until the
 * transaction ends, so that none of them is deleted in the meantime.
 */
export async function assertReferencesExist(
  { tx, workspaceId }: Change,
  { channelId, deliveries }: { channelId?: string; deliveries: readonly FeedDelivery[] },
): Promise<void> {
  const faults: Fault[] = [];
  if (channelId !== undefined && (await held(tx, "channels", workspaceId, [channelId])).size === 0) {
    faults.push({ pointer: "/channel_id", code: "not_found", message: `names no channel: ${channelId}` });
  }
  const wanted = deliveries.flatMap((delivery) => (delivery.type === "sftp_push" ? [delivery.destination_id] : []));
  const known = await held(tx, "destinations", workspaceId, wanted);
  const seen = new Set<string>();
  for (const [i, delivery] of deliveries.entries()) {
    const isPush = delivery.type === "sftp_push";
    const [name, pointer] = isPush
      ? [delivery.destination_id, `/deliveries/${i}/destination_id`]
      : [delivery.type, `/deliveries/${i}/type`];
    if (isPush && !known.has(name))
      faults.push({ pointer, code: "not_found", message: `names no destination: ${name}` });
    else if (seen.has(name)) faults.push({ pointer, code: "duplicate", message: "stands in this list already" });
    seen.add(name);
  }
  if (faults.length > 0) throw validationFailed(faults);
}

/** Those of the ids that there are, in one order for all, so that two holders cannot wait for each other. */
async function held(
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
