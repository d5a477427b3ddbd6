import { CURRENCY_DECIMALS } from "@skucast/contracts/codes/currencies";
import { canonicalLanguage } from "@skucast/contracts/codes/schemas";
import { AVAILABILITIES } from "@skucast/contracts/products/choices";
import { cautiousCells } from "./cautious-cells.js";
import type { CombinedRows } from "./combined-rows.js";
import type { RowGrouper } from "./group-rows.js";
import type { ImportPlan } from "./import-plan.js";
import { columnOf } from "./mapping/rule-column.js";
import { memberAt } from "./member-at.js";
import type { AddedValue, RawRow } from "./row.js";
import { readDecimal } from "./values/decimal.js";
import { readWord } from "./values/words.js";

type Reading = Pick<ImportPlan, "columns" | "mapping" | "decimal">;

/** If there are more, the others are products of their own, whose SKU is then repeated. */
export const GROUP_ROWS_MAX = 1_000;

/**
 * Combines consecutive rows with the same SKU, each with another locale, currency, warehouse or image, into one: with
 * translations, prices by market, the sum of the stock and all images. The others follow as skipped rows.
 */
export function createRowCombiner(reading: Reading, combined: CombinedRows): RowGrouper {
  const at = textReader(reading);
  const kinds = columnKinds(reading.mapping);
  const sku = columnOf(reading.mapping.sku ?? null);
  let key = "";
  let group: RawRow[] = [];

  function takeGroup(): readonly RawRow[] {
    const rows = group;
    group = [];
    return rows.length < 2 ? rows : combineRows(rows, reading, combined, kinds);
  }

  return {
    push(row) {
      const own = at(row, sku);
      if (own === "" || row.isSkipped) return [...takeGroup(), row];
      const before = own === key && group.length < GROUP_ROWS_MAX ? [] : takeGroup();
      key = own;
      group.push(row);
      return before;
    },
    end: takeGroup,
  };
}

type At = (row: RawRow, column: string | undefined) => string;

/** Reads the text of a row in a column. */
export function textReader({ columns }: Pick<ImportPlan, "columns">): At {
  const places = new Map(columns.map((column, place) => [column, place]));
  return ({ cells, members }, column) => {
    if (column === undefined) return "";
    const value = cells ? cells[places.get(column) ?? -1] : members && memberAt(members, column);
    return value === undefined || value === null || typeof value === "object" ? "" : String(value).trim();
  };
}

interface Combining {
  readonly reading: Reading;
  readonly combined: CombinedRows;
  readonly at: At;
}

const TRANSLATED = ["title", "description", "url", "color", "size", "material"];
const PRICES: readonly (readonly [member: string, targets: readonly string[]])[] = [
  ["amount", ["price", "price_amount"]],
  ["sale_amount", ["sale_price", "sale_price_amount"]],
  ["sale_starts_at", ["sale_price_starts_at"]],
  ["sale_ends_at", ["sale_price_ends_at"]],
];

/** Combines rows of one product into one; the others follow as skipped rows, or as they are if their SKU is repeated. */
export function combineRows(
  rows: readonly RawRow[],
  reading: Reading,
  combined: CombinedRows,
  kinds: ColumnKinds = columnKinds(reading.mapping),
): readonly RawRow[] {
  const at = textReader(reading);
  const { mapping } = reading;
  const { locale, currency, warehouse, image, own } = combined;
  const localeOf = (row: RawRow) => canonicalLanguage(at(row, locale));
  const currencies = currenciesOf(rows, { at, currency, kinds });
  const currencyOf = (row: RawRow) => currencies.get(row) ?? "";
  const differences = [localeOf, currencyOf, (row: RawRow) => at(row, warehouse), (row: RawRow) => at(row, image)];
  const distinct = new Map<string, RawRow>();
  const repeated: RawRow[] = [];
  for (const row of rows) {
    const kind = JSON.stringify(differences.map((of) => of(row)));
    const isKnown = currency === undefined || CURRENCY_DECIMALS.has(currencyOf(row));
    if (distinct.has(kind) || !isKnown) repeated.push(row);
    else distinct.set(kind, row);
  }
  const used = [...distinct.values()];
  const base =
    used.find((row) => localeOf(row) === own.locale && currencyOf(row) === own.currency) ??
    used.find((row) => localeOf(row) === own.locale) ??
    used[0];
  if (base === undefined) return repeated;
  const more: AddedValue[] = [];
  const uses = new Map<RawRow, Set<string>>();
  const use = (row: RawRow, column: string): void => {
    uses.set(row, (uses.get(row) ?? new Set()).add(column));
  };
  const add = (row: RawRow, of: string, target: string): void => {
    const column = columnOf(mapping[of] ?? null);
    const text = at(row, column);
    if (text === "" || column === undefined) return;
    more.push({ target, of, text });
    use(row, column);
    for (const kind of [locale, currency]) if (kind !== undefined) use(row, kind);
  };
  for (const row of firstBy(used, localeOf, localeOf(base)))
    for (const field of TRANSLATED) if (field in mapping) add(row, field, `translations.${localeOf(row)}.${field}`);
  for (const row of firstBy(used, currencyOf, currencyOf(base)))
    for (const [member, targets] of PRICES)
      for (const of of targets.filter((target) => target in mapping))
        add(row, of, `prices.${currencyOf(row)}.${member}`);
  const changes = new Map<string, string>();
  for (const column of reading.columns)
    if (at(base, column) === "") {
      const kind = kinds.get(column);
      const filled = used.find(
        (row) =>
          at(row, column) !== "" &&
          (kind !== "money" || currencyOf(row) === currencyOf(base)) &&
          (kind !== "language" || localeOf(row) === localeOf(base)),
      );
      if (filled === undefined) continue;
      changes.set(column, at(filled, column));
      use(filled, column);
    }
  for (const { column, row } of cautiousCells(used, { reading, isSummed: warehouse !== undefined, at })) {
    changes.set(column, at(row, column));
    use(row, column);
  }
  if (warehouse !== undefined) {
    const stock = stockOf(used, { reading, combined, at });
    for (const change of stock.changes) changes.set(...change);
    more.push(...stock.unreadable);
    for (const row of used) for (const column of [warehouse, ...stock.columns]) use(row, column);
  }
  if (image !== undefined) {
    changes.set(image, [...new Set(used.map((row) => at(row, image)))].filter(Boolean).join("\n"));
    for (const row of used) use(row, image);
  }
  return [
    { ...changed(base, reading.columns, { changes, more }), combinedBy: combined },
    ...used
      .filter((row) => row !== base)
      .map((row) => ({ ...withoutText(row), isSkipped: true, usedColumns: uses.get(row) ?? NONE })),
    ...repeated,
  ];
}

/** The currency of each row. One without amounts that names none has that of the product. */
function currenciesOf(
  rows: readonly RawRow[],
  { at, currency, kinds }: { readonly at: At; readonly currency: string | undefined; readonly kinds: ColumnKinds },
): ReadonlyMap<RawRow, string> {
  const named = (row: RawRow): string => at(row, currency).toUpperCase();
  const first = rows.map(named).find((text) => text !== "") ?? "";
  const amounts = [...kinds].flatMap(([column, kind]) => (kind === "money" ? [column] : []));
  const hasAmount = (row: RawRow): boolean => amounts.some((column) => at(row, column) !== "");
  return new Map(rows.map((row) => [row, named(row) || (hasAmount(row) ? "" : first)]));
}

const MONEY =
  /^(?:(?:regular_|sale_|compare_at_)?price(?:_.+)?|sale_period|cost(?:_.+)?|discount_.+|shipping|prices\..+|installment.*|subscription_cost.*|minimum_order_values)$/;
const LANGUAGE =
  /^(?:title|description|item_group_title|url|mobile_url|color|size|material|pattern|product_category|tags?|custom_labels?|variant_options|custom_attributes|attributes|attribute_(?:name|value)|options|option_(?:name|value)|facets|product_highlights|product_details|translations)$/;

type ColumnKinds = ReadonlyMap<string, "money" | "language">;

/** Columns whose cells are amounts, or text in a language: another row has them in another currency or language. */
function columnKinds(mapping: Reading["mapping"]): ColumnKinds {
  const kinds = new Map<string, "money" | "language">();
  for (const [target, rule] of Object.entries(mapping)) {
    const column = columnOf(rule);
    const [field = ""] = target.split(/[#.]/);
    if (column === undefined) continue;
    if (MONEY.test(target.split("#")[0] ?? "")) kinds.set(column, "money");
    else if (LANGUAGE.test(field)) kinds.set(column, "language");
  }
  return kinds;
}

/** The first row with each value other than that of the base row, which is not empty. */
function firstBy(rows: readonly RawRow[], textIn: (row: RawRow) => string, own: string): RawRow[] {
  const first = new Map<string, RawRow>();
  for (const row of rows) if (!first.has(textIn(row))) first.set(textIn(row), row);
  return [...first].flatMap(([value, row]) => (value === own || value === "" ? [] : [row]));
}

const NONE: ReadonlySet<string> = new Set();

interface StockOfAll {
  readonly changes: readonly (readonly [column: string, text: string])[];
  /** The columns from which it was read. */
  readonly columns: readonly string[];
  /** Counts that are neither a number nor an availability. */
  readonly unreadable: readonly AddedValue[];
}

/** The stock of all warehouses that can be read, and the availability of the one that has the product. */
function stockOf(rows: readonly RawRow[], { reading, combined, at }: Combining): StockOfAll {
  const { mapping, decimal } = reading;
  const places = new Map<string, RawRow>();
  for (const row of rows) if (!places.has(at(row, combined.warehouse))) places.set(at(row, combined.warehouse), row);
  const changes: [string, string][] = [];
  const of = "stock" in mapping ? "stock" : "inventory_quantity";
  const stock = columnOf(mapping[of] ?? null);
  const texts = [...places.values()].map((row) => at(row, stock)).filter((text) => text !== "");
  const numbers = texts.flatMap((text) => {
    const number = readDecimal(text, decimal);
    return number.type === "number" ? [number.value] : [];
  });
  const others = texts.filter((text) => readDecimal(text, decimal).type !== "number" && !isAvailability(text));
  if (stock !== undefined && numbers.length > 0)
    changes.push([stock, String(numbers.reduce((sum, number) => sum + number, 0))]);
  const availability = columnOf(mapping.availability ?? null);
  const present = rows.find((row) => readWord("availability", at(row, availability)) === "in_stock");
  if (availability !== undefined && present !== undefined) changes.push([availability, at(present, availability)]);
  const unreadable = numbers.length === 0 ? [] : others.map((text) => ({ target: `stock#${of}`, of, text }));
  return { changes, columns: [stock, availability].filter((column) => column !== undefined), unreadable };
}

const isAvailability = (text: string): boolean =>
  AVAILABILITIES.some((availability) => availability === readWord("availability", text));

interface Changes {
  readonly changes: ReadonlyMap<string, string>;
  readonly more: readonly AddedValue[];
}

const withoutText = ({ text: _text, ...row }: RawRow): RawRow => row;

function changed({ text: _text, ...row }: RawRow, columns: readonly string[], { changes, more }: Changes): RawRow {
  const { cells, members } = row;
  if (cells) {
    const combined = columns.map((column, i) => changes.get(column) ?? cells[i] ?? "");
    return { ...row, more, cells: combined, uncombined: { cells } };
  }
  return { ...row, more, members: { ...members, ...Object.fromEntries(changes) }, uncombined: { members } };
}
