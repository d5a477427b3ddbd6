import type { ImportMapping, ImportRule } from "@skucast/contracts/imports/mapping";
import { plainName } from "./mapping/known-columns.js";
import { columnOf } from "./mapping/rule-column.js";

/** The member of an object that is its value, by its plain name, the usual first. */
const VALUES = [
  "value",
  "amount",
  "gross",
  "name",
  "title",
  "quantity",
  "qty",
  "count",
  "url",
  "contenturl",
  "src",
  "href",
  "text",
];
const CURRENCIES = ["currency", "currency_code", "currencycode", "pricecurrency"];

/**
 * A mapping that also reads members which are an object in some rows of JSON or XML and a value in others:
 * `{"amount": 5, "currency": "EUR"}` and `5`. Rules for the targets that are `given` stay.
 */
export function withMixedMembers(
  mapping: ImportMapping,
  columns: readonly string[],
  given: Readonly<Record<string, unknown>>,
): ImportMapping {
  const known = new Set(columns);
  const isMixed = (column: string): boolean => known.has(column) && columns.some((one) => one.startsWith(`${column}/`));
  if (!columns.some(isMixed)) return mapping;
  const rules = Object.entries(mapping).map(([target, rule]): readonly [string, ImportRule] => {
    const column = columnOf(rule);
    if (column === undefined || target in given || hasOtherwise(rule)) return [target, rule];
    if (target === "price_currency") return [target, currencyRule(rule, mapping, columns)];
    const inner = isMixed(column) ? innerOf(column, columns) : column;
    const outer = outersOf(inner ?? column).filter(isMixed);
    if (inner === undefined || outer.length === 0) return [target, rule];
    return [targetFor(target, mapping), { ...objectOf(rule), column: inner, otherwise: outer }];
  });
  return Object.fromEntries(rules);
}

const objectOf = (rule: ImportRule) => (typeof rule === "string" ? {} : rule);
const hasOtherwise = (rule: ImportRule): boolean => typeof rule === "object" && "otherwise" in rule;

/** The member that is the value of an object. */
function innerOf(column: string, columns: readonly string[]): string | undefined {
  const inner = columns.filter((one) => one.startsWith(`${column}/`));
  const named = (name: string) => inner.find((one) => plainName(one.slice(column.length + 1)) === name);
  return VALUES.map(named).find((found) => found !== undefined);
}

/** The objects around a member, the innermost first. */
function outersOf(column: string): string[] {
  const names = column.split("/");
  return names
    .slice(1)
    .map((_, i) => names.slice(0, i + 1).join("/"))
    .reverse();
}

/** A value may have its currency, which an amount alone cannot. */
const WITH_CURRENCY: Readonly<Record<string, string | undefined>> = {
  price_amount: "price",
  sale_price_amount: "sale_price",
  cost_amount: "cost",
};
function targetFor(target: string, mapping: ImportMapping): string {
  const whole = WITH_CURRENCY[target];
  return whole === undefined || whole in mapping ? target : whole;
}

/** The currency in the object of the price, then the one next to it. */
function currencyRule(rule: ImportRule, mapping: ImportMapping, columns: readonly string[]): ImportRule {
  const column = columnOf(rule);
  const price = columnOf(mapping.price ?? mapping.price_amount ?? null);
  if (column === undefined || price === undefined) return rule;
  const isCurrency = (one: string, outer: string): boolean =>
    one.startsWith(outer) && CURRENCIES.includes(plainName(one.slice(outer.length)));
  const inside = [price, ...outersOf(price)].flatMap((outer) => columns.filter((one) => isCurrency(one, `${outer}/`)));
  const next = columns.filter((one) => isCurrency(one, ""));
  const [first = column, ...otherwise] = new Set([
    ...inside,
    ...(column.includes("/") ? [column] : []),
    ...next,
    column,
  ]);
  return otherwise.length === 0 ? rule : { ...objectOf(rule), column: first, otherwise };
}
