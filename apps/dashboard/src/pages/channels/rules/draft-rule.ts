import type { ChannelRule } from "@skucast/contracts/channels/rule";

/** A rule that is being edited. It can be invalid. */
export interface DraftRule {
  readonly type: ChannelRule["type"];
  readonly [name: string]: unknown;
}

/** The rules as form values; null if one is of an unknown type and can be shown only as JSON. */
export function draftRules(rules: readonly unknown[], types: readonly string[]): readonly DraftRule[] | null {
  const isKnown = (rule: unknown): rule is DraftRule =>
    typeof rule === "object" && rule !== null && "type" in rule && types.includes(String(rule.type));
  return rules.every(isKnown) ? rules : null;
}

/** The value at a path such as `round.step`. */
export function valueAt(rule: Readonly<Record<string, unknown>>, path: string): unknown {
  const [name = "", ...rest] = path.split(".");
  const value = rule[name];
  if (rest.length === 0) return value;
  return typeof value === "object" && value !== null ? valueAt({ ...value }, rest.join(".")) : undefined;
}

/**
 * A copy with another value at a path. Undefined removes the member, and the object that held it if it is then empty.
 */
export function withValue<Rule extends Readonly<Record<string, unknown>>>(
  rule: Rule,
  path: string,
  value: unknown,
): Rule {
  const [name = "", ...rest] = path.split(".");
  const { [name]: former, ...others } = rule;
  const changed =
    rest.length === 0
      ? value
      : withValue(typeof former === "object" && former !== null ? { ...former } : {}, rest.join("."), value);
  const isGone = changed === undefined || (rest.length > 0 && Object.keys(changed as object).length === 0);
  // Members keep their order, so that fields do not move while the user types.
  return (
    isGone ? others : former === undefined ? { ...others, [name]: changed } : { ...rule, [name]: changed }
  ) as Rule;
}

/** A copy of the list with one entry moved up or down. */
export function moveEntry<Item>(list: readonly Item[], index: number, by: -1 | 1): readonly Item[] {
  const [item] = list.slice(index, index + 1);
  if (item === undefined || index + by < 0 || index + by >= list.length) return list;
  const others = list.filter((_, each) => each !== index);
  return [...others.slice(0, index + by), item, ...others.slice(index + by)];
}

/** A copy of the list with one entry replaced, or removed if `item` is undefined. */
export const replaceEntry = <Item>(list: readonly Item[], index: number, item?: Item): readonly Item[] =>
  list.flatMap((each, i) => (i !== index ? [each] : item === undefined ? [] : [item]));
