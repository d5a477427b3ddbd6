import { restrictionFault } from "@skucast/contracts/members/member";
import { validationFailed } from "@skucast/contracts/problem";
import type { Role } from "@skucast/contracts/roles";
import { channelListFaults } from "../channels/channel-list-faults.js";
import type { Change } from "../transactions.js";

/** Refuses to restrict a role that cannot be restricted, or to channels that the workspace does not have. */
export async function assertRestrictionValid(
  change: Change,
  { role, channelIds }: { role: Role; channelIds: readonly string[] | null },
): Promise<void> {
  if (channelIds === null) return;
  const refused = restrictionFault(role, channelIds);
  const faults = await channelListFaults(change, channelIds);
  if (refused || faults.length > 0) throw validationFailed([...(refused ? [refused] : []), ...faults]);
}
