import { validationFailed } from "@skucast/contracts/problem";
import { channelListFaults } from "../channels/channel-list-faults.js";
import type { Change } from "../transactions.js";

/** Rejects unknown or duplicate channels in an endpoint's new channel list. */
export async function assertChannelsExist(
  change: Change,
  { given, stored }: { given: readonly string[] | null | undefined; stored: readonly string[] | null },
): Promise<void> {
  const faults = await channelListFaults(change, given ?? [], { stored: stored ?? [] });
  if (faults.length > 0) throw validationFailed(faults);
}
