import type { Fault } from "@skucast/contracts/problem";
import type { Change } from "../transactions.js";

/**
 * Errors in a list of channel ids, by default the field `channel_ids`: unknown channels and duplicates. Ids from the stored
 * list are accepted, because their channels may have been deleted since.
 */
export async function channelListFaults(
  { tx, workspaceId }: Change,
  ids: readonly string[],
  { stored = [], field = "/channel_ids" }: { stored?: readonly string[]; field?: string } = {},
): Promise<Fault[]> {
  const rows = await tx.channel.findMany({ where: { workspaceId, id: { in: [...ids] } }, select: { id: true } });
  const known = new Set([...stored, ...rows.map(({ id }) => id)]);
  return ids.flatMap((id, i): Fault[] => {
    const pointer = `${field}/${i}`;
    const message = `is not a channel of this workspace: ${id}; GET /channels lists them`;
    if (!known.has(id)) return [{ pointer, code: "not_found", message }];
    if (ids.indexOf(id) < i) return [{ pointer, code: "duplicate", message: "is already in this list" }];
    return [];
  });
}
