import type { Channel } from "@skucast/contracts/channels/channel";
import { FAULTS_MAX } from "@skucast/contracts/first-faults";
import { validationFailed } from "@skucast/contracts/problem";
import type { ProfileChoice } from "@skucast/profiles/profiles/profile-of";
import { checkSelection } from "@skucast/profiles/rules/check-conditions";
import { checkRules } from "@skucast/profiles/rules/check-rules";
import { checkTables } from "@skucast/profiles/rules/check-tables";
import { existingTables } from "../lookup-tables/used-tables.js";
import type { Change } from "../transactions.js";

/** Which parts of a channel a request writes. */
interface Written {
  readonly rules: boolean;
  readonly selection: boolean;
}

/**
 * Rejects rules that do not fit the channel's profile or name a lookup table that does not exist, and conditions that
 * nothing can meet, with all of their errors. What is stored already may have such conditions.
 */
export async function assertRulesValid(
  change: Pick<Change, "tx" | "workspaceId">,
  channel: ProfileChoice & Pick<Channel, "market" | "rules" | "selection">,
  written: Written,
): Promise<void> {
  const tables = await existingTables(change, channel.rules);
  const faults = [
    ...checkRules(channel, { areStored: !written.rules }),
    ...checkTables(channel.rules, tables),
    ...(written.selection ? checkSelection(channel.selection) : []),
  ];
  if (faults.length > 0) throw validationFailed(faults.slice(0, FAULTS_MAX));
}
