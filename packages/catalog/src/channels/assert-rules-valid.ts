import type { Channel } from "@skucast/contracts/channels/channel";
import { validationFailed } from "@skucast/contracts/problem";
import { checkRules } from "@skucast/profiles/rules/check-rules";

/** Rejects rules that do not fit the channel's profile, with all of their errors. */
export function assertRulesValid(channel: Pick<Channel, "profile" | "market" | "rules">): void {
  const faults = checkRules(channel);
  if (faults.length > 0) throw validationFailed(faults);
}
