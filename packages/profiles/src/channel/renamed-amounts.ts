import type { Column } from "@skucast/contracts/channel-profiles/column";
import { type ChannelRule, simpleRulesOf } from "@skucast/contracts/channels/rule";
import { CURRENCY_DECIMALS } from "@skucast/contracts/codes/currencies";
import { MONEY_TYPES, ownAmountOf, ownCurrencyOf } from "../rules/keep-currency.js";
import { textOf } from "../rules/reference.js";
import { parseTemplate, type TemplatePart } from "../rules/template.js";
import type { Cell, StoredProduct } from "./cell.js";
import { type RowIssue, warning } from "./issue.js";

type IssuesOf = (cells: readonly Cell[], product: StoredProduct) => RowIssue[];

/** A currency that a template puts next to one of the product's amounts. */
interface NamedAmount {
  readonly column: Column;
  readonly place: number;
  readonly field: string;
  readonly currency: string;
  /** The text with the currency, given the amount. */
  readonly textWith: (amount: string) => string;
}

/**
 * Warns about a text of the product's amount with the name of another currency, which a template gave it. Undefined if no
 * template names a currency next to an amount. Prices are checked by themselves.
 */
export function renamedAmountsFor(columns: readonly Column[], rules: readonly ChannelRule[]): IssuesOf | undefined {
  const templates = [...columns.map(({ name, template }) => ({ field: name, template })), ...templatesIn(rules)];
  const named = templates.flatMap(({ field, template }) => {
    const place = columns.findIndex(({ name }) => name === field);
    const column = columns[place];
    if (template === undefined || column === undefined || MONEY_TYPES.has(column.type)) return [];
    const parsed = parseTemplate(template);
    return parsed.ok ? namedIn(parsed.parts, columns).map((amount) => ({ ...amount, column, place })) : [];
  });
  if (named.length === 0) return undefined;
  return (cells, product) => {
    const renamed = named.filter((amount) => isRenamed(amount, cells, product));
    return renamed.map(({ column, field, currency }) => {
      const own = ownCurrencyOf(product, field);
      return warning("currency_mismatch", column.name, `names ${currency}, but ${field} is in ${own}`);
    });
  };
}

const templatesIn = (rules: readonly ChannelRule[]): { field: string; template: string }[] =>
  simpleRulesOf(rules).flatMap((rule) => (rule.type === "template" ? [rule] : []));

const AFTER = /^\s?(?:[A-Z]{3}\b|[€£])/u;
const BEFORE = /(?:\b[A-Z]{3}|[€£])\s?$/u;
const SIGNS: Readonly<Record<string, string>> = { "€": "EUR", "£": "GBP" };

function namedIn(
  parts: readonly TemplatePart[],
  columns: readonly Column[],
): Pick<NamedAmount, "field" | "currency" | "textWith">[] {
  return parts.flatMap((part, place) => {
    if (part.type === "text") return [];
    const [after = ""] = AFTER.exec(literal(parts[place + 1])) ?? [];
    const [before = ""] = after === "" ? (BEFORE.exec(literal(parts[place - 1])) ?? []) : [];
    const name = `${before}${after}`.trim();
    const currency = SIGNS[name] ?? name;
    if (!CURRENCY_DECIMALS.has(currency)) return [];
    const textWith = (amount: string) => `${before}${amount}${after}`;
    return ownAmountOf(part.reference, columns).map(({ field }) => ({ field, currency, textWith }));
  });
}

const literal = (part: TemplatePart | undefined): string => (part?.type === "text" ? part.text : "");

function isRenamed({ place, field, currency, textWith }: NamedAmount, cells: readonly Cell[], product: StoredProduct) {
  const amount = textOf(product[field]);
  if (amount === undefined || ownCurrencyOf(product, field) === currency) return false;
  return textOf(cells[place])?.includes(textWith(amount)) === true;
}
