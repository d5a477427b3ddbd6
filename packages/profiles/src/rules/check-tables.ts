import type { ChannelRule, SimpleRule } from "@skucast/contracts/channels/rule";
import { lookupTableIdsOf } from "@skucast/contracts/channels/rule";
import { LIMITS } from "@skucast/contracts/limits";
import type { Fault } from "@skucast/contracts/problem";

/** The errors of rules that name lookup tables, given those that exist. */
export function checkTables(rules: readonly ChannelRule[], existing: ReadonlySet<string>): Fault[] {
  const missing = rules.flatMap((rule, place) => missingIn(rule, `/rules/${place}`, existing));
  if (lookupTableIdsOf(rules).length <= LIMITS.lookupTablesPerChannel) return missing;
  const message = `must use at most ${LIMITS.lookupTablesPerChannel} lookup tables`;
  return [...missing, { pointer: "/rules", code: "too_big", message }];
}

function missingIn(rule: ChannelRule, pointer: string, existing: ReadonlySet<string>): Fault[] {
  if (rule.type === "exclude") return [];
  if (rule.type !== "if") return missingTable(rule, pointer, existing);
  return (["rules", "otherwise"] as const).flatMap((branch) =>
    (rule[branch] ?? []).flatMap((inner, place) => missingTable(inner, `${pointer}/${branch}/${place}`, existing)),
  );
}

const missingTable = (rule: SimpleRule, pointer: string, existing: ReadonlySet<string>): Fault[] =>
  rule.type !== "lookup_table" || existing.has(rule.table_id)
    ? []
    : [{ pointer: `${pointer}/table_id`, code: "not_found", message: `is not a lookup table: ${rule.table_id}` }];
