import type { Column } from "@skucast/contracts/channel-profiles/column";
import { formatMoney, minorOf } from "@skucast/contracts/money";
import { type Cell, decimalText, type StoredProduct } from "./cell.js";
import { type RowIssue, warning } from "./issue.js";
import { saleIsAheadIn } from "./sale-period.js";

interface Quantity {
  readonly value: number;
  readonly unit: string;
}

/** What a price per unit is computed from, until the row's price is final. */
class Content {
  readonly measure: Quantity;
  readonly base: Quantity | undefined;

  constructor(measure: Quantity, base: Quantity | undefined) {
    this.measure = measure;
    this.base = base;
  }
}

/** The cell of a product's content, which `unitPriceChecks` turns into its price per unit. */
export const contentOf = (measure: unknown, { unit_pricing_base_measure: base }: StoredProduct): Cell =>
  new Content(measure as Quantity, (base ?? undefined) as Quantity | undefined) as unknown as Cell;

/** Computes the prices per unit from a row's final prices: the sale price if the sale is active at `now`. */
export function unitPriceChecks(columns: readonly Column[], now: Date): ((cells: Cell[]) => RowIssue | undefined)[] {
  const isAhead = saleIsAheadIn(columns, now);
  const pricePlace = columns.findIndex(({ type, from }) => type === "money" && from === "price_amount");
  const salePlace = columns.findIndex(({ type }) => type === "sale_money");
  return columns.flatMap((column, place) => {
    if (column.type !== "unit_price") return [];
    return (cells: Cell[]) => {
      const content = cells[place] as unknown;
      if (!(content instanceof Content)) return undefined;
      const price = (isAhead(cells) ? undefined : cells[salePlace]) ?? cells[pricePlace];
      cells[place] = typeof price === "string" ? unitPrice(price, content, column) : undefined;
      if (cells[place] !== undefined || typeof price !== "string") return undefined;
      return warning("invalid_value", column.name, `left out: ${reasonOf(content)}`);
    };
  });
}

function reasonOf(content: Content): string {
  const { value, unit } = content.measure;
  const { base } = content;
  const given = `${value} ${unit}, with the base measure ${base ? `${base.value} ${base.unit}` : `1 ${unit}`}`;
  if (sizeOf(content.measure)?.kind === sizeOf(base ?? content.measure)?.kind && Number.isInteger(base?.value ?? 1)) {
    return `the price per unit for ${given} is less than the smallest amount of its currency`;
  }
  return `there is no price per unit for ${given}: both need units of one kind, and the base measure must be an integer`;
}

function unitPrice(price: string, { measure, base }: Content, { members = SIMPLE, words }: Column): Cell {
  const isFor = members.includes("reference")
    ? (base ?? { value: 1, unit: measure.unit })
    : { value: 1, unit: unitOf(measure, base) };
  const content = sizeOf(measure);
  const reference = sizeOf(isFor);
  if (content?.kind !== reference?.kind || !content?.size || !reference?.size || !Number.isInteger(isFor.value))
    return undefined;
  const { amount, currency } = minorOf(price);
  const minor = (BigInt(amount) * reference.size * 2n + content.size) / (content.size * 2n);
  if (minor === 0n && amount > 0) return undefined;
  const named = ({ value, unit }: Quantity): Quantity => ({ value, unit: words?.[unit] ?? unit });
  const all: Readonly<Record<string, unknown>> = {
    value: Number.parseFloat(formatMoney({ minor, currency })),
    amount: Number(minor),
    currency,
    unit: named(isFor).unit,
    measure: named(measure),
    reference: named(isFor),
  };
  return Object.fromEntries(members.map((member) => [member, all[member]]));
}

const SIMPLE = ["value", "currency", "unit"];
/** The members that a price per unit can have. */
export const UNIT_PRICE_MEMBERS = ["value", "amount", "currency", "unit", "measure", "reference"] as const;

/** One unit of a base measure, or of the content. Metric ones are those of laws on prices: kilogram, liter and meter. */
function unitOf(measure: Quantity, base: Quantity | undefined): string {
  if (base?.value === 1) return base.unit;
  const { unit } = base ?? measure;
  return SOLD_BY[unit] ?? unit;
}

const SOLD_BY: Readonly<Record<string, string>> = { mg: "kg", g: "kg", ml: "l", cl: "l", cm: "m" };

/** The exact size of each unit in a unit of its kind: nanograms, 10⁻¹⁰ ml, 10⁻² cm and 10⁻⁴ cm². */
const SIZES: Readonly<Record<string, readonly [kind: string, size: bigint]>> = {
  mg: ["weight", 10n ** 6n],
  g: ["weight", 10n ** 9n],
  kg: ["weight", 10n ** 12n],
  oz: ["weight", 28_349_523_125n],
  lb: ["weight", 453_592_370_000n],
  ml: ["volume", 10n ** 10n],
  cl: ["volume", 10n ** 11n],
  l: ["volume", 10n ** 13n],
  cbm: ["volume", 10n ** 16n],
  floz: ["volume", 295_735_295_625n],
  pt: ["volume", 16n * 295_735_295_625n],
  qt: ["volume", 32n * 295_735_295_625n],
  gal: ["volume", 128n * 295_735_295_625n],
  cm: ["length", 100n],
  m: ["length", 10_000n],
  in: ["length", 254n],
  ft: ["length", 3048n],
  yd: ["length", 9144n],
  sqm: ["area", 10n ** 8n],
  sqft: ["area", 9_290_304n],
};

const SCALE = 20;

/** A quantity in its kind's unit, times 10²⁰ to keep its decimals. */
function sizeOf({ value, unit }: Quantity): { kind: string; size: bigint } | undefined {
  const [whole = "", fraction = ""] = decimalText(value).split(".");
  if (!/^\d+$/.test(whole) || fraction.length > SCALE) return undefined;
  const [kind, size] = SIZES[unit] ?? [unit, 1n];
  return { kind, size: BigInt(whole + fraction.padEnd(SCALE, "0")) * size };
}
