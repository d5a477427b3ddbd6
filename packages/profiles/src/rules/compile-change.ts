import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { SimpleRule } from "@skucast/contracts/channels/rule";
import type { LookupTables } from "@skucast/contracts/lookup-tables/lookup-table";
import { type Cell, isLongerThan, type StoredProduct, truncated } from "../channel/cell.js";
import { priceAdjuster } from "./adjust-price.js";
import { compileReplacing, type Spend } from "./pattern.js";
import { compileReference } from "./reference.js";
import { EMPTIED, exceedsTextLimit, KEPT, type RuleResult, TOO_LONG, textResult } from "./rule-result.js";
import { stripperFor } from "./strip-html.js";
import { compileTemplate } from "./template.js";

export type Change = (cell: Cell, cells: readonly Cell[], product: StoredProduct, spend: Spend) => RuleResult;

export interface ChangeContext {
  readonly columns: readonly Column[];
  readonly currency: string;
  readonly lookupTables?: LookupTables | undefined;
}

interface CompiledChange {
  readonly change: Change;
  /** What the change costs for each character of its cell, in addition to reading it. */
  readonly weight: number;
}

/** The change that one rule makes to its column. */
export function compileChange(rule: SimpleRule, context: ChangeContext): CompiledChange {
  if (rule.type !== "replace_pattern") return { change: plainChange(rule, context), weight: 0 };
  const { replaceIn, cost } = compileReplacing(rule, rule.replace_with);
  return { change: (cell, _cells, _product, spend) => changed(cell, (text) => replaceIn(text, spend)), weight: cost };
}

function plainChange(rule: Exclude<SimpleRule, { type: "replace_pattern" }>, context: ChangeContext): Change {
  const { columns, currency } = context;
  switch (rule.type) {
    case "constant":
      return () => textResult(rule.value);
    case "template": {
      const fill = compileTemplate(rule.template, columns);
      return (_cell, cells, product) => fill(cells, product);
    }
    case "lookup":
      return lookup(rule, new Map(Object.entries(rule.table)), columns);
    case "lookup_table": {
      const table = context.lookupTables?.get(rule.table_id);
      if (table) return lookup(rule, table, columns);
      return () => ({ type: "failed", why: `uses the lookup table ${rule.table_id}, which does not exist` });
    }
    case "replace":
      return onText(replacer(rule));
    case "truncate":
      return onText((text) => (rule.at_word ? truncatedAtWord(text, rule.max) : truncated(text, rule.max)));
    case "strip_html":
      return onText(stripperFor(columns.find(({ name }) => name === rule.field) ?? { name: rule.field, type: "text" }));
    case "adjust_price": {
      const adjust = priceAdjuster(rule, currency);
      return (cell) => {
        if (typeof cell !== "string") return KEPT;
        const text = adjust(cell);
        if (text === cell) return KEPT;
        return text === undefined ? { type: "failed", why: "leaves no price of zero or more" } : { type: "text", text };
      };
    }
  }
}

type Lookup = Pick<SimpleRule & { type: "lookup" }, "field" | "from" | "otherwise">;

function lookup(rule: Lookup, table: ReadonlyMap<string, string>, columns: readonly Column[]): Change {
  const read = compileReference(rule.from ?? rule.field, columns);
  const otherwise = rule.otherwise === null ? EMPTIED : textResult(rule.otherwise);
  return (_cell, cells, product) => {
    const key = read(cells, product);
    const found = key === undefined ? undefined : table.get(key);
    return found === undefined ? otherwise : textResult(found);
  };
}

type ChangeText = (text: string) => string | undefined;

/**
 * Changes strings and the strings of lists, and keeps other values; an empty result clears the cell or removes the item.
 * Undefined means that the result is too long.
 */
function onText(change: ChangeText): Change {
  return (cell) => changed(cell, change);
}

function changed(cell: Cell, change: ChangeText): RuleResult {
  if (Array.isArray(cell)) return changedItems(cell, change);
  if (typeof cell !== "string") return KEPT;
  const text = change(cell);
  if (text === undefined) return TOO_LONG;
  if (text === cell) return KEPT;
  return text.trim() === "" ? EMPTIED : textResult(text);
}

function changedItems(list: readonly unknown[], change: ChangeText): RuleResult {
  if (!list.every((item) => typeof item === "string")) return KEPT;
  const items: string[] = [];
  for (const item of list) {
    const text = change(item);
    if (text === undefined || textResult(text) === TOO_LONG) return TOO_LONG;
    if (text.trim() !== "") items.push(text);
  }
  if (items.length === 0) return EMPTIED;
  return items.length === list.length && items.every((item, place) => item === list[place])
    ? KEPT
    : { type: "items", items };
}

type Replace = SimpleRule & { type: "replace" };

/** Computes the length of the result first: each match may grow to a thousand characters. */
function replacer({ find, replace_with, ignore_case }: Replace): (text: string) => string | undefined {
  const pattern = new RegExp(find.replace(/[$()*+./?[\\\]^{|}]/g, "\\$&"), ignore_case ? "giu" : "g");
  const replacement = replace_with.replaceAll("$", "$$$$");
  return (text) => {
    if (!ignore_case && !text.includes(find)) return text;
    const found = text.match(pattern);
    if (found === null) return text;
    const removed = found.reduce((units, { length }) => units + length, 0);
    if (exceedsTextLimit(text.length - removed + found.length * replace_with.length)) return undefined;
    return text.replace(pattern, replacement);
  };
}

/** Cuts after the last word that fits; if that would remove more than half of the text, cuts inside the word. */
function truncatedAtWord(text: string, max: number): string {
  if (!isLongerThan(text, max)) return text;
  const characters = Array.from(text).slice(0, max + 1);
  const space = characters.findLastIndex((character) => /\s/u.test(character));
  return space > 0 && space * 2 >= max ? characters.slice(0, space).join("").trimEnd() : truncated(text, max);
}
