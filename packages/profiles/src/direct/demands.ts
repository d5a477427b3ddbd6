import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { RowCheck } from "@skucast/contracts/channel-profiles/row-check";
import { checkValueFor } from "../channel/check-value.js";
import { type ChannelDefinition, fallbackOf } from "../channel/compile-channel.js";

/** What the checks between columns require of rows written without parsing. All other products are parsed. */
export interface Demands {
  /** Columns whose products are parsed if they have a value. */
  readonly parsed: ReadonlySet<string>;
  /** Columns that need a value in every row of this channel. */
  readonly required: ReadonlySet<string>;
  /** Groups of columns of which a product must have one. */
  readonly identifying: readonly (readonly string[])[];
  /** By column: values of the channel that need further checks. */
  readonly doubtfulWords: ReadonlyMap<string, ReadonlySet<string>>;
  /** Columns in which zero needs a check. */
  readonly zeroDoubtful: ReadonlySet<string>;
}

/** Undefined when a check would remove or report one of the channel's defaults: then all products are parsed. */
export function demandsOf(channel: ChannelDefinition, profile: ProfileDefinition): Demands | undefined {
  const columnNamed = (name: string): Column | undefined => profile.columns.find((column) => column.name === name);
  const defaultOf = (name: string) => {
    const column = columnNamed(name);
    return column === undefined ? undefined : fallbackOf(column, channel);
  };
  const parsed = new Set(profile.columns.filter(isRanged).map(({ name }) => name));
  const required = new Set<string>();
  const identifying: (readonly string[])[] = [];
  const doubtfulWords = new Map<string, ReadonlySet<string>>();
  const zeroDoubtful = new Set<string>();
  for (const column of profile.columns) {
    const value = fallbackOf(column, channel);
    if (value !== undefined && (column.units !== undefined || checkValueFor(column)?.(value))) return undefined;
  }

  for (const check of profile.checks) {
    if (hasDoubtfulDefault(check, defaultOf)) return undefined;
    if (check.type === "needed_in_category") parsed.add(check.category);
    if (check.type === "in_taxonomy") parsed.add(check.column);
    if (check.type === "paired") for (const name of check.columns) parsed.add(name);
    if (check.type === "within_days" || check.type === "not_past" || check.type === "members") parsed.add(check.column);
    if (check.type === "false_when" && columnNamed(check.column)?.from !== undefined) parsed.add(check.column);
    if (check.type === "implies" && check.is !== undefined) parsed.add(check.column);
    if (check.type === "stock_agrees") zeroDoubtful.add(check.column);
    if (check.type === "one_of" && check.columns.every((name) => defaultOf(name) === undefined)) {
      identifying.push(check.columns);
    }
    if (check.type !== "required_when" || defaultOf(check.column) !== undefined) continue;
    const when = columnNamed(check.when.column);
    const isCommon = check.when.is.some(
      (value) => value === defaultOf(check.when.column) || value === when?.allowed?.[0],
    );
    // If nearly every row meets the condition, the column is required; if few do, those few are parsed.
    if (isCommon) required.add(check.column);
    else if (when?.type === "enum") {
      doubtfulWords.set(when.name, new Set([...(doubtfulWords.get(when.name) ?? []), ...check.when.is.map(String)]));
    } else parsed.add(check.when.column);
  }
  return { parsed, required, identifying, doubtfulWords, zeroDoubtful };
}

const isRanged = ({ at_least, at_most, units }: Column): boolean =>
  at_least !== undefined || at_most !== undefined || units !== undefined;

/** Whether a check could remove or report a default. Without parsing, only the product's own values are checked. */
function hasDoubtfulDefault(check: RowCheck, defaultOf: (name: string) => unknown): boolean {
  switch (check.type) {
    case "below":
    case "different":
    case "members":
    case "implies":
    case "within_days":
    case "not_past":
    case "stock_agrees":
    case "in_taxonomy":
      return defaultOf(check.column) !== undefined;
    case "needed_in_category":
      return defaultOf(check.category) !== undefined;
    case "paired":
      return check.columns.some((name) => defaultOf(name) !== undefined);
    case "false_when": {
      const other = defaultOf(check.when.column);
      return defaultOf(check.column) === true && check.when.is.some((value) => value === other);
    }
    case "required_when":
    case "one_of":
      return false;
  }
}
