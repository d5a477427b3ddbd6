import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { SimpleRule } from "@skucast/contracts/channels/rule";
import { priceText } from "@skucast/contracts/money";
import type { Cell, StoredProduct } from "../channel/cell.js";
import { partsOf } from "./reference.js";
import { parseTemplate } from "./template.js";

/** The amounts of a product that have no currency of their own. */
const AMOUNT_FIELDS: ReadonlySet<string> = new Set(["price_amount", "sale_price_amount", "cost_amount"]);

/** The types of columns that have an amount with its currency. */
export const MONEY_TYPES: ReadonlySet<Column["type"]> = new Set(["money", "sale_money", "shipping_money"]);

/** A rule's new value for a cell, and what it was computed from. */
interface Written {
  readonly cell: Cell;
  readonly before: Cell;
  readonly cells: readonly Cell[];
  readonly product: StoredProduct;
}

type KeepCurrency = (written: Written) => Cell;

/**
 * Rules do not convert amounts: one that only gives an amount the name of the market's currency leaves it in its own
 * currency, in which it is reported. Undefined for rules that cannot do this.
 */
export function currencyKeeperFor(
  rule: SimpleRule,
  column: Column,
  { columns, currency }: { readonly columns: readonly Column[]; readonly currency: string },
): KeepCurrency | undefined {
  if (!MONEY_TYPES.has(column.type)) return undefined;
  if (rule.type === "template") return keeperFor(ownAmountsIn(rule.template, columns), currency);
  if (!CHANGES_TEXT.has(rule.type)) return undefined;
  return ({ cell, before }) => {
    const [amount, named] = moneyIn(cell);
    const [amountBefore, namedBefore = currency] = moneyIn(before);
    return named === currency && namedBefore !== named && amount === amountBefore ? before : cell;
  };
}

const CHANGES_TEXT: ReadonlySet<SimpleRule["type"]> = new Set(["replace", "replace_pattern", "truncate", "strip_html"]);

function moneyIn(cell: Cell): [amount?: number, currency?: string] {
  const [amount, named] = typeof cell === "string" ? cell.split(" ") : [];
  return named === undefined ? [] : [Number(amount), named];
}

function keeperFor(amounts: readonly OwnAmount[], currency: string): KeepCurrency | undefined {
  if (amounts.length === 0) return undefined;
  return ({ cell, cells, product }) => {
    if (moneyIn(cell)[1] !== currency) return cell;
    for (const { field, place } of amounts) {
      const amount = product[field];
      const own = ownCurrencyOf(product, field);
      if (amount === undefined || own === currency) continue;
      if (place === undefined || Number(cells[place]) === Number(amount)) return priceText(Number(amount), own);
    }
    return cell;
  };
}

/** The currency of one of the product's amounts. */
export const ownCurrencyOf = ({ price_currency, cost_currency }: StoredProduct, field: string): string =>
  String((field === "cost_amount" ? cost_currency : undefined) ?? price_currency);

/** An amount of the product that a template takes, itself or from the column that has it. */
interface OwnAmount {
  readonly field: string;
  /** The index of that column. */
  readonly place: number | undefined;
}

/** The product's amounts in a template. */
export function ownAmountsIn(template: string, columns: readonly Column[]): OwnAmount[] {
  const parsed = parseTemplate(template);
  if (!parsed.ok) return [];
  return parsed.parts.flatMap((part) => (part.type === "reference" ? ownAmountOf(part.reference, columns) : []));
}

/** The product's amount that a reference names; empty if it names something else. */
export function ownAmountOf(reference: string, columns: readonly Column[]): OwnAmount[] {
  const parts = partsOf(reference);
  if (parts.of === "product") return AMOUNT_FIELDS.has(parts.field) ? [{ field: parts.field, place: undefined }] : [];
  const place = columns.findIndex(({ name }) => name === parts.column);
  const { from = "", type } = columns[place] ?? {};
  return AMOUNT_FIELDS.has(from) && (type === "decimal" || type === "decimal_text") ? [{ field: from, place }] : [];
}
