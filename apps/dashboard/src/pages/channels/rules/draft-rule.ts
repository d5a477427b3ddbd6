import type { ChannelRule } from "@skucast/contracts/channels/rule";

/** A rule while it is being made: it may hold what the contract refuses. */
export interface DraftRule {
  readonly type: ChannelRule["type"];
  readonly [name: string]: unknown;
}

/** Rules that can be shown as a form; null where one is of no known kind, so that only its JSON can be shown. */
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

/** The same with another value at a path; undefined takes it out, and with its last member an object too. */
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
  // Members keep their places: what is typed must not move.
  return (
    isGone ? others : former === undefined ? { ...others, [name]: changed } : { ...rule, [name]: changed }
  ) as Rule;
}

/** A list with the entry at a index moved by one. */
export function moved<Item>(list: readonly Item[], index: number, by: -1 | 1): readonly Item[] {
  const [item] = list.slice(index, index + 1);
  if (item === undefined || index + by < 0 || index + by >= list.length) return list;
  const others = list.filter((_, each) => each !== index);
  return [...others.slice(0, index + by), item, ...others.slice(index + by)];
}

/** A list with another entry at a index; without one it is taken out. */
export const replaced = <Item>(list: readonly Item[], index: number, item?: Item): readonly Item[] =>
  list.flatMap((each, i) => (i !== index ? [each] : item === undefined ? [] : [item]));
