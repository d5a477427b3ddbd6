import type { Channel } from "@skucast/contracts/channels/channel";
import { validationFailed } from "@skucast/contracts/problem";
import type { ProfileChoice } from "@skucast/profiles/profiles/profile-of";
import { checkRules } from "@skucast/profiles/rules/check-rules";
import { checkTables } from "@skucast/profiles/rules/check-tables";
import { existingTables } from "../lookup-tables/used-tables.js";
import type { Change } from "../transactions.js";

/** Rejects rules that do not fit the channel's profile or name a lookup table that does not exist, with all of their errors. */
export async function assertRulesValid(
  change: Pick<Change, "tx" | "workspaceId">,
  channel: ProfileChoice & Pick<Channel, "market" | "rules">,
): Promise<void> {
  const tables = await existingTables(change, channel.rules);
  const faults = [...checkRules(channel), ...checkTables(channel.rules, tables)];
  if (faults.length > 0) throw validationFailed(faults);
}
