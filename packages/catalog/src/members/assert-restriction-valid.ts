import { restrictionFault } from "@skucast/contracts/members/member";
import { validationFailed } from "@skucast/contracts/problem";
import type { Role } from "@skucast/contracts/roles";
import { channelListFaults } from "../channels/channel-list-faults.js";
import type { Change } from "../transactions.js";

/**
 * Rejects a restriction of a role that cannot be restricted, or to unknown channels. Channels of the stored restriction may
 * have been deleted since.
 */
export async function assertRestrictionValid(
  change: Change,
  { role, channelIds, stored }: { role: Role; channelIds: readonly string[] | null; stored?: readonly string[] | null },
): Promise<void> {
  if (channelIds === null) return;
  const roleFault = restrictionFault(role, channelIds);
  const faults = await channelListFaults(change, channelIds, { stored: stored ?? [] });
  if (roleFault) faults.unshift(roleFault);
  if (faults.length > 0) throw validationFailed(faults);
}
