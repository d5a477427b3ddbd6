import type { GivenMapping, ImportRule } from "@skucast/contracts/imports/mapping";
import type { ColumnNames } from "../presets/preset.js";
import { type AmountHeader, amountHeader } from "./amount-header.js";
import { KNOWN_COLUMNS } from "./known-columns.js";
import { columnOf } from "./rule-column.js";

type Kind = "price" | "sale_price" | "cost";

/** A column with an amount. A lower rank is a more usual name. */
interface Amount extends AmountHeader {
  readonly column: string;
  readonly kind: Kind;
  readonly rank: number;
}

interface Given {
  readonly columns: readonly string[];
  readonly byName: ColumnNames;
  readonly mapping: GivenMapping;
  readonly used: Set<string>;
  readonly isTaken: (target: string) => boolean;
}

/** Names of each kind of amount, the most usual ones first. */
const NAMES: readonly (readonly [kind: Kind, names: readonly string[]])[] = (
  ["price", "sale_price", "cost"] as const
).map((kind) => [
  kind,
  KNOWN_COLUMNS.flatMap(([target, names]) => (target === kind || target === `${kind}_amount` ? names : [])),
]);

/**
 * Maps amounts by what their headers say besides the name: the currency and taxes. The price includes taxes if a column does.
 * A sale and a cost in another currency than the price are no amounts of the product: the sale is that of its market.
 */
export function addAmounts({ columns, byName, mapping, used, isTaken }: Given): void {
  const amounts = columns.flatMap((column) => (used.has(column) ? [] : amountsIn(column)));
  if (!amounts.some(isMarked)) return;
  const fixed = constantIn(mapping.price_currency ?? null);
  const best = isTaken("price") ? undefined : bestOf(amounts, "price", fixed, byName);
  const own = best ?? (isTaken("price") ? ownPrice(mapping) : undefined);
  const currency = fixed ?? own?.currency;
  const put = (target: string, { column }: Amount): void => {
    mapping[target] = column;
    used.add(column);
  };
  if (best !== undefined) put("price", best);
  if (currency !== undefined && own?.currency === currency && !isTaken("price_currency") && !hasCurrency(byName))
    mapping.price_currency = { value: currency };
  const others = amounts.filter(({ column }) => column !== own?.column);
  for (const kind of ["sale_price", "cost"] as const) {
    if (isTaken(kind)) continue;
    const fitting = others.filter((one) => one.kind === kind && belongsTo(one, own, { currency, others }));
    const found = bestOf(fitting, kind, currency, byName);
    if (found !== undefined) put(kind, found);
    if (kind === "sale_price" && found?.currency !== undefined && own === undefined && !isTaken("price_currency"))
      if (!hasCurrency(byName)) mapping.price_currency = { value: found.currency };
  }
  if (own !== undefined) addMarkets(others, own.currency ?? fixed, { mapping, used });
  // What is in another currency, or without taxes, is not found by its name either.
  for (const one of amounts) if (isMarked(one) && own !== undefined && !used.has(one.column)) used.add(one.column);
}

/** Prices in other currencies, and their sales, are prices by market. */
function addMarkets(
  others: readonly Amount[],
  own: string | undefined,
  { mapping, used }: Pick<Given, "mapping" | "used">,
): void {
  if ("prices" in mapping) return;
  const currencies = new Set(
    others.flatMap(({ currency }) => (currency === undefined || currency === own ? [] : currency)),
  );
  for (const currency of currencies) {
    const ofMarket = others.filter((one) => one.currency === currency && !used.has(one.column));
    const price = bestOf(ofMarket, "price", currency);
    const target = `prices.${currency}.amount`;
    if (price === undefined || target in mapping) continue;
    mapping[target] = price.column;
    used.add(price.column);
    const sale = bestOf(
      ofMarket.filter((one) => one.kind === "sale_price" && hasSameTax(one, price)),
      "sale_price",
      currency,
    );
    if (sale === undefined || `prices.${currency}.sale_amount` in mapping) continue;
    mapping[`prices.${currency}.sale_amount`] = sale.column;
    used.add(sale.column);
  }
}

/** The amount that a column has, by its name. */
function amountsIn(column: string): Amount[] {
  const header = amountHeader(column);
  const found = NAMES.flatMap(([kind, names]) => {
    const rank = names.indexOf(header.name);
    return rank < 0 ? [] : [{ ...header, column, kind, rank }];
  });
  return found.slice(0, 1);
}

const isMarked = ({ currency, sign, tax, isMinor = false }: AmountHeader): boolean =>
  currency !== undefined || sign !== undefined || tax !== undefined || isMinor;

/** Which of several prices is the best one: in the given currency, with taxes, by the most usual name, the first one. */
function bestOf(
  amounts: readonly Amount[],
  kind: Kind,
  currency: string | undefined,
  byName?: ColumnNames,
): Amount | undefined {
  const isRegular = ({ name }: Amount): boolean => name === "regular_price" && byName?.has("sale_price") === true;
  const place = (one: Amount): readonly number[] => [
    currency === undefined || one.currency === undefined || one.currency === currency ? 0 : 1,
    TAX_RANKS[one.tax ?? "unsaid"],
    isRegular(one) ? 0 : 1,
    one.currency === undefined ? 0 : 1,
    one.rank,
  ];
  return amounts
    .filter((one) => one.kind === kind)
    .map((one) => ({ one, place: place(one) }))
    .reduce<{ one: Amount; place: readonly number[] } | undefined>(
      (best, next) => (best === undefined || isBefore(next.place, best.place) ? next : best),
      undefined,
    )?.one;
}

/** A price without a note usually includes taxes, unless another one says that it does. */
const TAX_RANKS = { gross: 0, unsaid: 1, net: 2 } as const;

function isBefore(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, i) => value !== other[i]);
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
}

/** Whether an amount is one of the product: in the currency of its price, and a sale with or without taxes as the price. */
function belongsTo(
  one: Amount,
  own: AmountHeader | undefined,
  { currency, others }: { readonly currency: string | undefined; readonly others: readonly Amount[] },
): boolean {
  if (currency !== undefined && one.currency !== undefined && one.currency !== currency) return false;
  if (one.kind === "cost" || own === undefined) return true;
  // Next to a price that includes taxes, one without a note does not, and neither does such a sale.
  const isUnsaidNet = own.tax === "gross" && others.some(({ kind, tax }) => kind === "price" && tax === undefined);
  return hasSameTax(one, own) && !(isUnsaidNet && one.tax === undefined);
}

const hasSameTax = (one: AmountHeader, price: AmountHeader): boolean => (one.tax === "net") === (price.tax === "net");

function ownPrice(mapping: GivenMapping): (AmountHeader & { readonly column: string }) | undefined {
  const column = columnOf(mapping.price ?? mapping.price_amount ?? null);
  return column === undefined ? undefined : { ...amountHeader(column), column };
}

function constantIn(rule: ImportRule | null): string | undefined {
  return rule !== null && typeof rule === "object" && "value" in rule ? rule.value.toUpperCase() : undefined;
}

const CURRENCY_NAMES = KNOWN_COLUMNS.flatMap(([target, names]) => (target === "price_currency" ? names : []));
const hasCurrency = (byName: ColumnNames): boolean => CURRENCY_NAMES.some((name) => byName.has(name));
