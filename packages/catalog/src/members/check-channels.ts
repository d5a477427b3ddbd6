import { restrictionFault } from "@skucast/contracts/members/member";
import { type Fault, validationFailed } from "@skucast/contracts/problem";
import type { Role } from "@skucast/contracts/roles";
import type { Change } from "../resources.js";

/** Refuses to restrict a role that cannot be restricted, or to channels that the workspace does not have. */
export async function checkChannels(
  { tx, workspaceId }: Change,
  { role, channelIds }: { role: Role; channelIds: readonly string[] | null },
): Promise<void> {
  if (channelIds === null) return;
  const refused = restrictionFault(role, channelIds);
  const known = await tx.channel.findMany({
    where: { workspaceId, id: { in: [...channelIds] } },
    select: { id: true },
  });
  const ids = new Set(known.map(({ id }) => id));
  const faults = channelIds.flatMap((id, i): Fault[] => {
    const pointer = `/channel_ids/${i}`;
    if (!ids.has(id)) return [{ pointer, code: "not_found", message: `names no channel: ${id}` }];
    if (channelIds.indexOf(id) < i) return [{ pointer, code: "duplicate", message: "stands in this list already" }];
    return [];
  });
  if (refused || faults.length > 0) throw validationFailed([...(refused ? [refused] : []), ...faults]);
}
