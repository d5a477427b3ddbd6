import { faultsOf } from "@skucast/contracts/faults";
import { LIMITS } from "@skucast/contracts/limits";
import { parseUpsert } from "@skucast/contracts/products/parse-upsert";
import { type ProductUpsert, productUpsertSchema } from "@skucast/contracts/products/product";
import type { CellFault } from "./mapping/draft.js";
import { shortened } from "./mapping/setter.js";

/** A body to write with warnings about what was left out, or the errors of a rejected row. */
export type Checked =
  | { readonly body: ProductUpsert; readonly warnings: readonly CellFault[]; readonly ifNew: Partial<ProductUpsert> }
  | { readonly faults: readonly CellFault[] };

/** A row is rejected if these cannot be read. A new product without a title, price or availability is rejected later. */
const NEEDED: ReadonlySet<string> = new Set(["", "sku", "version"]);
/** Codes of notes, which do not remove a value from the row. */
const NOTES: ReadonlySet<string> = new Set(["quantity_availability_mismatch", "broken_text", "invalid_gtin"]);
/** Leaving out one value may cause another error, for example between two fields. */
const PASSES_MAX = 4;

/**
 * Validates the fields of a row by the rules of POST /products. Invalid optional values are left out with a warning, or
 * reject the row if `isStrict`.
 */
export function checkBody(read: Record<string, unknown>, found: readonly CellFault[], isStrict: boolean): Checked {
  let body = isStrict ? read : withoutUnreadable(read, found);
  let warnings = isStrict ? [...found] : found.map(withSale);
  const blocking = found.filter((fault) => !NOTES.has(fault.code) && (isStrict || isNeeded(fault)));
  for (let pass = 0; ; pass += 1) {
    const parsed = parseUpsert(body);
    if (parsed.success && blocking.length === 0) return { body: parsed.data, warnings, ifNew: draftIf(warnings) };
    const rules = parsed.success ? [] : faultsOf(parsed.error, productUpsertSchema, LIMITS.importErrorsPerRowMax);
    const named = rules.map((fault) => withValue(fault, read));
    if (blocking.length > 0 || isStrict || pass === PASSES_MAX || rules.some(isNeeded))
      return { faults: merged(warnings, named) };
    warnings = merged(warnings, named.map(withSale));
    body = rules
      .filter((fault) => !isOfSale(fault))
      .reduce(
        (left, { pointer, code }) =>
          pointer === "/sale_price_amount" ? withoutSale(left) : without(left, pointer.split("/").slice(1), code),
        withoutUnreadable(body, rules),
      );
  }
}

/** A body without amounts whose currency is unknown, and without a sale whose time is. */
function withoutUnreadable(body: Record<string, unknown>, faults: readonly CellFault[]): Record<string, unknown> {
  const hasNoCurrency = faults.some(({ pointer }) => pointer === "/price_currency");
  const left = hasNoCurrency ? withoutAmounts(body) : body;
  const undated = faults.some(isOfSaleDate) ? { ...left, ...NO_SALE } : left;
  return { ...undated, ...pricesWithoutSale(undated.prices, faults) };
}

/** A body without its amounts in the currency of the row. What it ends or removes needs no currency. */
function withoutAmounts(body: Record<string, unknown>): Record<string, unknown> {
  const { price_amount: _price, price_currency: _currency, ...others } = body;
  const left = typeof others.sale_price_amount === "number" ? withoutSale(others) : others;
  if (left.cost_amount !== null) delete left.cost_amount;
  if (Array.isArray(left.shipping) && !left.shipping.every(hasCurrency)) delete left.shipping;
  return left;
}

const hasCurrency = (option: unknown): boolean => isObject(option) && "price_currency" in option;

/** A body that says nothing about a sale, which is its amount with its dates. */
function withoutSale(body: Record<string, unknown>): Record<string, unknown> {
  const left = { ...body };
  for (const field of Object.keys(NO_SALE)) delete left[field];
  return left;
}

const NO_SALE = { sale_price_amount: null, sale_price_starts_at: null, sale_price_ends_at: null } as const;
const isOfSaleDate = ({ pointer }: CellFault): boolean =>
  pointer === "/sale_price_starts_at" || pointer === "/sale_price_ends_at";
const MARKET_SALE_DATE = /^\/prices\/(\d+)\/sale_(?:starts|ends)_at$/;

function pricesWithoutSale(prices: unknown, faults: readonly CellFault[]): { readonly prices?: unknown[] } {
  const places = new Set(faults.flatMap(({ pointer }) => MARKET_SALE_DATE.exec(pointer)?.[1] ?? []));
  if (places.size === 0 || !Array.isArray(prices)) return {};
  return { prices: prices.map((price: unknown, i) => (places.has(String(i)) ? withoutMarketSale(price) : price)) };
}

/** A market's price without its sale. */
function withoutMarketSale(price: unknown): unknown {
  if (!isObject(price)) return price;
  const { sale_amount: _amount, sale_starts_at: _start, sale_ends_at: _end, ...regular } = price;
  return regular;
}

/** Whether the dates of a sale are invalid, which is left out with them. */
const isOfSale = (fault: CellFault): boolean => isOfSaleDate(fault) || MARKET_SALE_DATE.test(fault.pointer);

/** Says that a sale was left out with its dates. */
const withSale = (fault: CellFault): CellFault =>
  isOfSale(fault) ? { ...fault, message: `${fault.message}; the sale is left out` } : fault;

/**
 * A new product whose status could not be read is a draft, so that it is not published by accident. So is one whose
 * condition could not be read: without a condition it would be new.
 */
const draftIf = (warnings: readonly CellFault[]): Partial<ProductUpsert> =>
  warnings.some(({ pointer }) => pointer === "/status" || pointer === "/condition") ? { status: "draft" } : {};

const isNeeded = ({ pointer }: CellFault): boolean => NEEDED.has(pointer.split("/")[1] ?? "");

/** An error from reading a field is more precise than the validation error about the missing field that follows. */
function merged(found: readonly CellFault[], rules: readonly CellFault[]): CellFault[] {
  const reported = new Set(found.map(({ pointer }) => pointer));
  const isWhole = reported.has("");
  return [...found, ...rules.filter(({ pointer }) => !isWhole && !reported.has(pointer))].slice(
    0,
    LIMITS.importErrorsPerRowMax,
  );
}

function withValue(fault: CellFault, body: Record<string, unknown>): CellFault {
  const value = fault.pointer
    .split("/")
    .slice(1)
    .reduce<unknown>((inner, name) => (isObject(inner) ? inner[unescaped(name)] : undefined), body);
  if (value === undefined || value === null || value === body) return fault;
  return { ...fault, value: shortened(typeof value === "string" ? value : JSON.stringify(value)) };
}

const unescaped = (name: string): string => name.replaceAll("~1", "/").replaceAll("~0", "~");
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** A body without the value of an error: a member, a list item, the items beyond the limit, or the whole field. */
function without(
  body: Record<string, unknown>,
  [name = "", ...inner]: readonly string[],
  code: string,
): Record<string, unknown> {
  const field = unescaped(name);
  const { [field]: value, ...others } = body;
  const [next = ""] = inner;
  if (Array.isArray(value)) {
    const left =
      inner.length > 0 ? value.filter((_, i) => i !== Number(next)) : code === "too_big" ? cut(field, value) : [];
    return left.length === 0 ? others : { ...others, [field]: left };
  }
  if (inner.length === 0 || !isObject(value)) return others;
  const left = without(value, inner, code);
  return Object.keys(left).length === 0 ? others : { ...others, [field]: left };
}

/** The maximum number of items in a product's lists. */
const LIST_SIZES: Readonly<Record<string, number>> = {
  additional_image_urls: 20,
  tags: 100,
  custom_labels: 5,
  shipping: 100,
};
const cut = (field: string, list: readonly unknown[]): readonly unknown[] => list.slice(0, LIST_SIZES[field] ?? 0);
