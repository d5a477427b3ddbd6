import type { FeedDelivery } from "@skucast/contracts/feeds/feed";
import { type Fault, validationFailed } from "@skucast/contracts/problem";
import type { Change } from "../resources.js";

/** Refuses a feed that names a channel or destinations that the workspace does not have. */
export async function checkReferences(
  { tx, workspaceId }: Change,
  { channelId, deliveries }: { channelId?: string; deliveries: readonly FeedDelivery[] },
): Promise<void> {
  const faults: Fault[] = [];
  if (channelId !== undefined && (await tx.channel.count({ where: { workspaceId, id: channelId } })) === 0) {
    faults.push({ pointer: "/channel_id", code: "not_found", message: `names no channel: ${channelId}` });
  }
  const wanted = deliveries.map((delivery) => delivery.destination_id);
  const rows = await tx.destination.findMany({ where: { workspaceId, id: { in: wanted } }, select: { id: true } });
  const known = new Set(rows.map((row) => row.id));
  for (const [i, id] of wanted.entries()) {
    const pointer = `/deliveries/${i}/destination_id`;
    if (!known.has(id)) faults.push({ pointer, code: "not_found", message: `names no destination: ${id}` });
    else if (wanted.indexOf(id) < i)
      faults.push({ pointer, code: "duplicate", message: "stands in this list already" });
  }
  if (faults.length > 0) throw validationFailed(faults);
}
