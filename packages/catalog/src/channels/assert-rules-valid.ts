import type { Channel } from "@skucast/contracts/channels/channel";
import { validationFailed } from "@skucast/contracts/problem";
import { checkRules } from "@skucast/profiles/rules/check-rules";

/** Refuses rules that the channel's profile cannot run, with all of their faults. */
export function assertRulesValid(channel: Pick<Channel, "profile" | "market" | "rules">): void {
  const faults = checkRules(channel);
  if (faults.length > 0) throw validationFailed(faults);
}
