import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { SimpleRule } from "@skucast/contracts/channels/rule";
import { type Cell, isLongerThan, type StoredProduct, truncated } from "../channel/cell.js";
import { priceAdjuster } from "./adjust-price.js";
import { compileReference } from "./reference.js";
import { stripHtml } from "./strip-html.js";
import { compileTemplate } from "./template.js";

/** What a rule makes of a cell. A text is read as a value of the column afterwards. */
export type Made =
  | { readonly type: "kept" }
  | { readonly type: "emptied" }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "failed"; readonly why: string };

export type Change = (cell: Cell, cells: readonly Cell[], product: StoredProduct) => Made;

const KEPT: Made = { type: "kept" };
const EMPTIED: Made = { type: "emptied" };
const made = (text: string | undefined): Made => (text === undefined ? KEPT : { type: "text", text });

/** The change that one rule makes to its column. */
export function compileChange(rule: SimpleRule, columns: readonly Column[], currency: string): Change {
  switch (rule.type) {
    case "constant":
      return () => made(rule.value);
    case "template": {
      const fill = compileTemplate(rule.template, columns);
      return (_cell, cells, product) => made(fill(cells, product));
    }
    case "lookup":
      return lookup(rule, columns);
    case "replace":
      return onText(replacer(rule));
    case "truncate":
      return onText((text) => (rule.at_word ? truncatedAtWord(text, rule.max) : truncated(text, rule.max)));
    case "strip_html":
      return onText(stripHtml);
    case "adjust_price": {
      const adjust = priceAdjuster(rule, currency);
      return (cell) => {
        if (typeof cell !== "string") return KEPT;
        const text = adjust(cell);
        if (text === cell) return KEPT;
        return text === undefined ? { type: "failed", why: "leaves no price" } : { type: "text", text };
      };
    }
  }
}

function lookup(rule: SimpleRule & { type: "lookup" }, columns: readonly Column[]): Change {
  const read = compileReference(rule.from ?? rule.field, columns);
  const table = new Map(Object.entries(rule.table));
  const otherwise = rule.otherwise === null ? EMPTIED : made(rule.otherwise);
  return (_cell, cells, product) => {
    const key = read(cells, product);
    const found = key === undefined ? undefined : table.get(key);
    return found === undefined ? otherwise : made(found);
  };
}

/** Texts are changed, other values stay; a change that leaves nothing empties the cell. */
function onText(change: (text: string) => string): Change {
  return (cell) => {
    if (typeof cell !== "string") return KEPT;
    const text = change(cell);
    if (text === cell) return KEPT;
    return text.trim() === "" ? EMPTIED : { type: "text", text };
  };
}

function replacer({ find, replace_with, ignore_case }: SimpleRule & { type: "replace" }): (text: string) => string {
  if (!ignore_case) return (text) => text.replaceAll(find, () => replace_with);
  const pattern = new RegExp(find.replace(/[$()*+./?[\\\]^{|}]/g, "\\$&"), "giu");
  return (text) => text.replace(pattern, () => replace_with);
}

function truncatedAtWord(text: string, max: number): string {
  if (!isLongerThan(text, max)) return text;
  const whole = Array.from(text)
    .slice(0, max + 1)
    .join("");
  const cut = whole.search(/\s\S*$/u);
  return cut > 0 ? whole.slice(0, cut).trimEnd() : truncated(text, max);
}
