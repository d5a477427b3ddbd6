import type { Fault } from "@skucast/contracts/problem";
import type { Change } from "../transactions.js";

/**
 * What is wrong with a list of channels, by default the field `channel_ids`: channels that the workspace does not have, and those that stand in it
 * twice. What a stored list names already may stay, for its channel may have been deleted since.
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
    const message = `names no channel of this workspace: ${id}; GET /channels lists those that there are`;
    if (!known.has(id)) return [{ pointer, code: "not_found", message }];
    if (ids.indexOf(id) < i) return [{ pointer, code: "duplicate", message: "stands in this list already" }];
    return [];
  });
}
