import { hash as digest } from "node:crypto";
import { languageSchema } from "@skucast/contracts/codes/schemas";
import type { ProductUpsert } from "@skucast/contracts/products/product";
import { skuSchema } from "@skucast/contracts/products/product";
import { withCellTexts } from "./cell-texts.js";
import { checkBody } from "./check-row.js";
import { textReader } from "./combine-rows.js";
import { localeColumnOf, namesSeveralRows } from "./find-combined-rows.js";
import { hasHeader } from "./formats.js";
import type { ImportPlan } from "./import-plan.js";
import { compileMapping, type Mapping, type ReadRow } from "./mapping/compile-mapping.js";
import type { AvailabilityByStock, CellFault, MarketChange, PlacedLabel } from "./mapping/draft.js";
import { createColumnFinder } from "./mapping/target-fields.js";
import { withMarketColumns } from "./market-columns.js";
import type { RawRow } from "./row.js";
import { createSkuSet } from "./sku-set.js";

interface AtLine {
  readonly line: number;
  readonly sku: string | null;
}

/** A row of which only the SKU has been read. */
export interface GivenRow extends AtLine {
  readonly raw: RawRow;
  /** A hash of its content and of how it is read, hexadecimal; undefined for a row that cannot be recognized later. */
  readonly hash: string | undefined;
  /** Whether an earlier row of the file has the same SKU. */
  readonly isRepeated: boolean;
  /** Whether rows of other products are between it and the row with the same SKU, in a file with several rows of a product. */
  readonly isApart: boolean;
}

/** Reads the rows of a file. */
export interface ProductReader {
  /** Finds a row's SKU. Must be called once for each row, in their order. */
  find(raw: RawRow): GivenRow;
  /** Reads a row by the mapping and checks it by the same rules as those of POST /products. */
  check(row: GivenRow): ImportRow;
  /** The column from which the field of an error was read; undefined for the whole row, or if there is none. */
  columnOf(fault: CellFault): string | undefined;
  /** The product fields in a row, valid or not. */
  bodyOf(row: GivenRow): Readonly<Record<string, unknown>>;
}

/** The content of a row about a product. */
export interface ReadProduct {
  readonly body: ProductUpsert;
  /** Fields of which the row holds all members. */
  readonly replaces: readonly string[];
  /** What the row says about the prices of single markets, if it does not have all of them. */
  readonly markets: readonly MarketChange[] | undefined;
  /** What the row says about the labels of single places, if it does not have all of them. */
  readonly labels: readonly PlacedLabel[] | undefined;
  /** Whether the availability was derived from a stock count; a stored preorder then stays one. */
  readonly isAvailabilityDerived: boolean;
  /** Whether the row says if the shop sells without stock; a stored backorder then follows the derived availability. */
  readonly isPolicyGiven: boolean;
  /** The availability by the stock count, for a stored product if the row has no valid one. */
  readonly byStock: AvailabilityByStock | undefined;
  /**
   * If only a header says the currency of the price, or the file has rows in several: the currencies of the prices by market of
   * which the same is true. A stored product in another currency keeps it.
   */
  readonly headerMarkets: readonly string[] | undefined;
  /** The language of the row, if a column says it; another one than the product's own if the file has it in other rows. */
  readonly locale: { readonly name: string; readonly isOther: boolean } | undefined;
  /** Additional fields if the product does not exist yet. */
  readonly ifNew: Partial<ProductUpsert>;
}

/** A row to write, with warnings about what was left out of it, or why it is not written. */
export type ImportRow =
  | (AtLine &
      ReadProduct & {
        readonly type: "product";
        readonly sku: string;
        readonly hash: string | undefined;
        readonly warnings: readonly CellFault[];
      })
  | (AtLine & { readonly type: "skipped" })
  | (AtLine & { readonly type: "invalid"; readonly faults: readonly CellFault[] });

/** Part of every row's hash. Increase it when the same text with the same plan gives another product. */
const ROW_HASH_VERSION = 19;
const DUPLICATE = { pointer: "/sku", code: "duplicate_in_file" } as const;
const ONCE = "appears earlier in this file; use each SKU once";
const APART =
  "appears earlier in this file, with other products in between; rows of one product have to follow each other, so sort the file by SKU";

/**
 * Creates the reader of a file's rows, at a time in milliseconds since 1970. A repeated SKU is an error. Rows of another
 * source have another hash, so that a row with a known hash is also known to be one of this source.
 */
export function createRowReader(
  plan: ImportPlan,
  now: () => number = Date.now,
  sourceId: string | null = null,
): ProductReader {
  const mapping = mappingOf(plan, now);
  const localeOf = localeReader(plan);
  const columnOfField = createColumnFinder(plan.mapping);
  const columnOf = ({ column, pointer }: CellFault): string | undefined => column ?? columnOfField(pointer);
  const seen = createSkuSet();
  const hasSeveralRows = plan.combine !== undefined || namesSeveralRows(plan);
  let skuBefore: string | null = null;
  // Rows of JSON and XML name their own columns.
  const columns = hasHeader(plan.format) ? plan.columns : undefined;
  const way = digest(
    "sha256",
    JSON.stringify([ROW_HASH_VERSION, sourceId, { ...plan, columns, compression: undefined }]),
  );
  const hashOf = (row: RawRow) => digest("sha256", way + (row.text ?? contentOf(row)), "hex");
  return {
    find(raw) {
      const sku = skuOf(mapping.readSku(raw));
      const isRepeated = sku !== null && !seen.add(sku);
      const isApart = isRepeated && hasSeveralRows && sku !== skuBefore;
      if (sku !== null) skuBefore = sku;
      const hash = sku === null || isRepeated ? undefined : hashOf(raw);
      return { line: raw.line, sku, raw, isRepeated, isApart, hash };
    },
    check(row) {
      const read = mapping.read(row.raw);
      const checked = checkRow(row, read, { plan, localeOf });
      const withTexts = (faults: readonly CellFault[]) =>
        withCellTexts(withMarketColumns(faults, read.body, columnOfField), row.raw, { plan, columnOf });
      if (checked.type === "invalid") return { ...checked, faults: withTexts(checked.faults) };
      if (checked.type === "skipped" || checked.warnings.length === 0) return checked;
      return { ...checked, warnings: withTexts(checked.warnings) };
    },
    columnOf,
    bodyOf: ({ raw }) => mapping.read(raw).body,
  };
}

/** What a row consists of, as text that no other row has. Cells alone are joined, which costs less than JSON. */
function contentOf({ cells, members, more }: RawRow): string {
  if (cells === undefined || more !== undefined) return JSON.stringify(more ? [cells ?? members, more] : members);
  const joined = cells.join("");
  // All halves of surrogate pairs have the same bytes in UTF-8.
  return joined.isWellFormed() ? `\n${cells.map(({ length }) => length).join()}\n${joined}` : JSON.stringify(cells);
}

function checkRow(
  { line, sku, raw, isRepeated, isApart, hash }: GivenRow,
  read: ReadRow,
  { plan, localeOf }: { readonly plan: ImportPlan; readonly localeOf: LocaleReader },
): ImportRow {
  if (raw.isSkipped) return { type: "skipped", line, sku: null };
  if (isRepeated)
    return {
      type: "invalid",
      line,
      sku,
      faults: [{ ...DUPLICATE, message: isApart ? APART : ONCE, ...(sku !== null && { value: sku }) }],
    };
  const { is_strict: isStrict = false } = plan;
  const { replaces, markets, labels, isAvailabilityDerived, isPolicyGiven, byStock } = read;
  const checked = checkBody(read.body, read.faults, isStrict);
  if ("faults" in checked) return { type: "invalid", line, sku, faults: checked.faults };
  const { body, warnings, ifNew } = checked;
  // The effect of a row with a version depends on the stored version, that of a row with a time on the time, and every
  // import must report warnings again.
  const isRepeatable = body.version === undefined && !read.isTimed && warnings.length === 0;
  return {
    type: "product",
    line,
    sku: body.sku,
    body,
    replaces,
    markets,
    labels,
    isAvailabilityDerived,
    isPolicyGiven,
    byStock,
    headerMarkets: keptCurrencies(body, plan, read.hasSeveralCurrencies),
    locale: localeOf(raw),
    ifNew: { ...ifNew, ...availabilityIfNew(body, byStock), ...priceIfNew(body, plan) },
    warnings,
    hash: isRepeatable ? hash : undefined,
  };
}

/** The currencies of the prices by market that are the product's own for a product that is stored in one of them. */
function keptCurrencies(
  { price_currency: currency, prices }: ProductUpsert,
  { combine, header_prices: headerPrices }: ImportPlan,
  hasSeveral: boolean,
): readonly string[] | undefined {
  if (currency === undefined) return undefined;
  if (hasSeveral || combine?.currency !== undefined) return prices?.map((price) => price.currency) ?? [];
  return currency === headerPrices?.currency ? headerPrices.markets : undefined;
}

type LocaleReader = (row: RawRow) => ReadProduct["locale"];

/** Reads the language of a row, if a column says it. */
function localeReader(plan: ImportPlan): LocaleReader {
  const { combine } = plan;
  const column = combine?.locale ?? localeColumnOf(plan);
  if (column === undefined) return () => undefined;
  const at = textReader(plan);
  return (row) => {
    const name = languageSchema.safeParse(at(row, column).replaceAll("_", "-")).data;
    const isOther = combine?.locale !== undefined && name !== combine.own.locale;
    return name === undefined ? undefined : { name, isOther };
  };
}

/** A row that says nothing about the availability leaves that of a new product to its stock count. */
const availabilityIfNew = (
  { availability }: ProductUpsert,
  byStock: AvailabilityByStock | undefined,
): Pick<ProductUpsert, "availability"> =>
  availability === undefined && byStock?.isCautious === false ? { availability: byStock.availability } : {};

/** A file that only has prices by market says that the first one is the price of a new product. */
function priceIfNew({ prices }: ProductUpsert, { mapping }: ImportPlan): Partial<ProductUpsert> {
  const [first] = prices ?? [];
  if (first === undefined || "price" in mapping || "price_amount" in mapping) return {};
  return { price_amount: first.amount, price_currency: first.currency };
}

/** Which product a row is about, as far as the row says it. */
export type RowIdentity =
  | { readonly type: "sku"; readonly sku: string }
  /** The row has no SKU; its title may be that of a product. */
  | { readonly type: "title"; readonly title: string }
  /** The row could be about any product. */
  | { readonly type: "unreadable" }
  /** The row is no product. */
  | { readonly type: "none" };

/** Creates a reader of only the identity of each row. */
export function createIdentityReader(plan: ImportPlan): (row: RawRow) => RowIdentity {
  const mapping = mappingOf(plan);
  return (raw) => {
    const sku = skuOf(mapping.readSku(raw));
    if (sku !== null) return { type: "sku", sku };
    if (raw.isSkipped) return { type: "none" };
    const { body, faults } = mapping.read(raw);
    const hasNoSku = (body.sku === undefined || body.sku === "") && !faults.some(({ pointer }) => pointer === "/sku");
    const isTitled = raw.fault === undefined && hasNoSku && typeof body.title === "string" && body.title !== "";
    return isTitled ? { type: "title", title: String(body.title) } : { type: "unreadable" };
  };
}

const mappingOf = (plan: ImportPlan, now: () => number = () => 0): Mapping =>
  compileMapping({
    columns: plan.columns,
    mapping: plan.mapping,
    clearsEmpty: plan.clears_empty,
    clearsSales: plan.keeps_sales !== true,
    isAbsentEmpty: plan.format === "xml",
    reportsUnknown: hasHeader(plan.format) ? "none" : plan.is_strict && plan.format !== "xml" ? "all" : "unseen",
    decimal: plan.decimal,
    dates: plan.dates,
    headerPrices: plan.header_prices,
    allImages: [plan.fill_down.images?.column, plan.combine?.image].filter((column) => column !== undefined),
    hasWholeRecords: plan.records !== undefined,
    now,
  });

function skuOf(value: unknown): string | null {
  const parsed = skuSchema.safeParse(value);
  return parsed.success ? parsed.data : null;
}
