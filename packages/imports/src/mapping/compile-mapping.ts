import {
  type DateOrder,
  type DecimalSign,
  type ImportMapping,
  type ImportRule,
  priceTargetOf,
} from "@skucast/contracts/imports/mapping";
import { REASONS_COLUMN } from "@skucast/contracts/imports/report";
import { isMoney } from "../columns/column-texts.js";
import { memberAt } from "../member-at.js";
import { namedTexts } from "../named-texts.js";
import { isUnread } from "../presets/unread-columns.js";
import type { RawRow, RowFault } from "../row.js";
import { amountHeader } from "./amount-header.js";
import {
  type AvailabilityByStock,
  addFault,
  type CellFault,
  type Draft,
  type MarketChange,
  newDraft,
  type PlacedLabel,
  shopOf,
} from "./draft.js";
import type { HeaderPrices } from "./header-prices.js";
import { imageRole, noteAllImages, noteList } from "./images.js";
import { mappedColumnsOf } from "./mapped-columns.js";
import { isInMinorUnits } from "./minor-units.js";
import { namedParts } from "./named-parts.js";
import { attributeOf, linksIn, namesIn, optionsIn } from "./nested-values.js";
import { oneOfPrices } from "./prices-by-currency.js";
import { putChannelField } from "./read-channel-field.js";
import { fieldSetter, isClearable, isTextField, isTimeField, isWordField, setStock } from "./read-field.js";
import { clearMarketPrice, marketPriceSetter } from "./read-market-price.js";
import { memberSetter, numberedSetter, shippingSetter, TARGET_SETTERS } from "./read-target.js";
import { rejectCellError } from "./reject-cell-error.js";
import { oneOfTexts } from "./repeated-texts.js";
import { columnOf, ruleColumns } from "./rule-column.js";
import { setMember } from "./set-member.js";
import { type CellFormat, rejectText, type Setter, shortened } from "./setter.js";
import { settle } from "./settle.js";
import { noteLabel } from "./settle-labels.js";
import { shippingOf } from "./shipping-elements.js";
import { textReader } from "./text-reader.js";
import { tidyAmounts } from "./tidy-amounts.js";

/** A row as the body of an upsert, before the product's own validation. */
export interface ReadRow {
  readonly body: Record<string, unknown>;
  readonly faults: readonly CellFault[];
  readonly replaces: readonly string[];
  readonly markets: readonly MarketChange[] | undefined;
  readonly labels: readonly PlacedLabel[] | undefined;
  readonly isAvailabilityDerived: boolean;
  readonly isPolicyGiven: boolean;
  readonly hasSeveralCurrencies: boolean;
  readonly byStock: AvailabilityByStock | undefined;
  readonly isTimed: boolean;
}

export interface MappingOptions {
  readonly columns: readonly string[];
  readonly mapping: ImportMapping;
  /** Whether an empty cell clears its field. */
  readonly clearsEmpty: boolean;
  /** Whether an empty cell ends a sale. */
  readonly clearsSales: boolean;
  /** Whether the cell of a sale is empty in a row without its element. */
  readonly isAbsentEmpty: boolean;
  /** Which unmapped members are reported: those that are none of the columns, or all. Cells of a table never are. */
  readonly reportsUnknown: "none" | "unseen" | "all";
  readonly decimal: DecimalSign | undefined;
  readonly dates: DateOrder | undefined;
  readonly headerPrices?: HeaderPrices | undefined;
  /** Columns that have all images of a product, whatever their names are. */
  readonly allImages?: readonly string[] | undefined;
  /** Whether a row has all options of its variant. */
  readonly hasWholeRecords?: boolean;
  /** In milliseconds since 1970. */
  readonly now: () => number;
}

export interface Mapping {
  /** Reads only the SKU. */
  readSku(row: RawRow): unknown;
  read(row: RawRow): ReadRow;
}

/** Compiles a mapping into the reader of a file's rows. */
export function compileMapping(options: MappingOptions): Mapping {
  const { mapping, reportsUnknown } = options;
  const steps = Object.entries(mapping)
    .sort(([one], [other]) => Number(isUnit(one)) - Number(isUnit(other)))
    .map(([target, rule]) => {
      const step = stepOf(target, rule, options);
      return isUnit(target) ? withMeasure(target, step) : step;
    });
  const skuStep = mapping.sku === undefined ? undefined : stepOf("sku", mapping.sku, options);
  const addedSteps = new Map<string, Step>();
  /** The step of a value that another row has for the same product: its rule is that of the column. */
  function addedStep(target: string, of: string): Step {
    const known = addedSteps.get(target);
    if (known) return known;
    const rule = mapping[of];
    const column = rule === undefined ? undefined : columnOf(rule);
    if (rule === undefined || column === undefined) return () => undefined;
    const step = stepOf(target, rule, { ...options, columns: [column], clearsEmpty: false });
    if (addedSteps.size < ADDED_STEPS_MAX) addedSteps.set(target, step);
    return step;
  }
  const mappedColumns = {
    ...mappedColumnsOf(mapping),
    headerMarkets: options.headerPrices?.markets ?? [],
    hasWholeRecords: options.hasWholeRecords ?? false,
  };
  const mapped = Object.values(mapping).flatMap(ruleColumns);
  // What a shop's form has besides the fields is listed, and no mistake.
  const listed = reportsUnknown === "all" ? options.columns.filter(isUnread) : options.columns;
  const columns = [...mapped, ...listed];
  // The members of an object may be columns of their own.
  const outer = columns.flatMap((column) => (column.includes("/") ? `${column.split("/")[0]}/` : []));
  const known = new Set([REASONS_COLUMN, ...columns, ...outer]);
  return {
    readSku(row) {
      if (row.isSkipped || row.fault !== undefined) return undefined;
      const draft = newDraft();
      skuStep?.(draft, row);
      return draft.body.sku;
    },
    read(row) {
      const draft = newDraft(options.now());
      if (row.isSkipped) return draft;
      if (row.fault !== undefined) return unreadRow(row, row.fault);
      for (const step of steps) step(draft, row);
      for (const { target, of, text } of row.more ?? []) {
        addedStep(target, of)(draft, { line: row.line, cells: [text] });
        if (target.startsWith(MARKETS)) draft.replaces.push("prices");
      }
      if (reportsUnknown !== "none") reportUnknown(draft, row, known);
      settle(draft, mappedColumns);
      return row.faultIfUnread !== undefined && draft.faults.length > 0 ? unreadRow(row, row.faultIfUnread) : draft;
    },
  };
}

/** What is read of a row that is rejected as a whole. */
function unreadRow({ text }: RawRow, fault: RowFault): Draft {
  const draft = newDraft();
  addFault(draft, { pointer: "", ...fault, ...(text !== undefined && { value: shortened(text) }) });
  return draft;
}

const ADDED_STEPS_MAX = 1_000;
const MARKETS = "prices.";

type Step = (draft: Draft, row: RawRow) => void;

/** Names the column in the errors of a step. */
function withColumn<Value, Result>(column: string, step: (draft: Draft, value: Value) => Result): typeof step {
  return (draft, value) => {
    const before = draft.faults.length;
    const result = step(draft, value);
    for (let i = before; i < draft.faults.length; i += 1) {
      const fault = draft.faults[i];
      if (fault) draft.faults[i] = { ...fault, column };
    }
    return result;
  };
}

const UNITS: ReadonlySet<string> = new Set(
  ["weight", "dimensions", "unit_pricing_measure", "unit_pricing_base_measure"].map((field) => `${field}.unit`),
);
const isUnit = (target: string): boolean => UNITS.has(target);

/** A unit, from a constant or a column, is ignored in a row without the measure. */
function withMeasure(target: string, step: Step): Step {
  const [field = ""] = target.split(".");
  return (draft, row) => {
    if (field in draft.body) step(draft, row);
  };
}

/** The step of a rule. Of several columns, the first one that is not empty is read. */
function stepOf(target: string, rule: ImportRule, options: MappingOptions): Step {
  const set = setterOf(target);
  const { decimal, dates, clearsEmpty, clearsSales, isAbsentEmpty } = options;
  if (typeof rule !== "string" && "value" in rule) {
    const format: CellFormat = { decimal: "point", dates, unit: undefined };
    return (draft) => set(draft, rule.value, format);
  }
  const given = typeof rule === "string" ? { column: rule } : rule;
  const { default: fallback = "", empty } = given;
  const format: CellFormat = { decimal: given.decimal ?? decimal, dates: given.dates ?? dates, unit: given.unit };
  const textOf = textReader(target, given);
  const isSale = SALES.has(target) || OF_MARKET_SALES.has(priceTargetOf(target)?.member ?? "");
  const clears = (empty === undefined ? clearsEmpty || (isSale && clearsSales) : empty === "clear")
    ? clearerOf(target)
    : undefined;
  const images = imageRole(target, given, options);
  const endsImages = images?.isPlace === true && empty !== "keep" && clearsSales;
  const putEmpty = clears ?? (endsImages ? noteAllImages : undefined);
  const clearsAbsent = (isSale && empty === "clear") || ((isSale || endsImages) && isAbsentEmpty && clearsSales);
  const replaces = given.members === "replace";
  const takesFirst = given.as === "first";
  const hasOtherOptions = target === "options" && given.members === "merge";
  const replaced = target.startsWith(MARKETS) ? "prices" : target;
  const readerOf = (column: string) => {
    const ownFormat = isAmount(target) ? { ...format, header: amountHeader(column), column } : format;
    const parts = namedParts(column);
    const write = (draft: Draft, text: string): void => {
      if (images?.isWhole) draft.hasAllImages = true;
      set(draft, parts?.inOrder(text) ?? text, ownFormat);
    };
    const reject = (draft: Draft, text: string): boolean =>
      rejectCellError(draft, { target, text, set, format: ownFormat });
    const put = (draft: Draft, sent: string): void => {
      const own = textOf(sent);
      if (own === "" && reject(draft, sent)) return;
      const text = own || fallback;
      if (text !== "") write(draft, text);
      else putEmpty?.(draft);
    };
    return {
      column,
      index: options.columns.indexOf(column),
      write: withColumn(column, write),
      rejectIn: withColumn(column, reject),
      put: withColumn(column, (draft, sent: unknown) => {
        const value = typeof sent === "number" && isInMinorUnits(ownFormat) ? String(sent) : sent;
        putValue(draft, { target, value, decimal: format.decimal, put });
      }),
    };
  };
  const own = readerOf(given.column);
  const readers = [own, ...(given.otherwise ?? []).map(readerOf)];
  const isFilled = (value: unknown): boolean =>
    typeof value === "string" ? textOf(value) !== "" : value !== undefined && value !== null;
  const readerOfFirst = (members: NonNullable<RawRow["members"]>): typeof own =>
    readers.find(({ column }) => isFilled(memberAt(members, column))) ??
    readers.find(({ column }) => memberAt(members, column) !== undefined) ??
    own;
  return (draft, { cells, members }) => {
    if (replaces) draft.replaces.push(replaced);
    if (hasOtherOptions) shopOf(draft).hasOtherOptions = true;
    if (cells) {
      for (const { index, write: writeTo } of readers) {
        const text = textOf(cells[index] ?? "");
        if (text !== "") return writeTo(draft, text);
      }
      for (const { index, rejectIn } of readers) if (cells[index] && rejectIn(draft, cells[index])) return;
      if (fallback !== "") own.write(draft, fallback);
      else putEmpty?.(draft);
    } else if (members) {
      const read = readers.length === 1 ? own : readerOfFirst(members);
      const value = memberAt(members, read.column);
      if ((isSale && value === null) || (value === undefined && clearsAbsent)) putEmpty?.(draft);
      else if (target === "attributes" && namedTexts(members, read.column, value) !== undefined)
        read.write(draft, namedTexts(members, read.column, value) ?? "");
      else if (Array.isArray(value)) {
        if (images?.isWholeIfList) noteList(draft, value, clearsSales);
        const one = oneOfTexts(draft, { target, column: read.column, value, members, takesFirst });
        const repeated = { target, column: read.column, members, mapping: options.mapping, format };
        read.put(draft, Array.isArray(one) ? oneOfPrices(draft, { ...repeated, value: one }) : one);
      } else if (value !== undefined) read.put(draft, value);
    }
  };
}

const isAmount = (target: string): boolean =>
  isMoney(target) || priceTargetOf(target)?.member.endsWith("amount") === true;

/** A sale ends when its cell is empty, even if other empty cells keep their field. */
const SALES: ReadonlySet<string> = new Set(["sale_price", "sale_price_amount", "compare_at_price"]);
const OF_MARKET_SALES: ReadonlySet<string> = new Set(["sale_amount", "compare_at_amount"]);

/** The function that clears a field, or a member of an object field. */
function clearerOf(target: string): ((draft: Draft) => void) | undefined {
  const price = priceTargetOf(target);
  if (price !== undefined) return (draft) => clearMarketPrice(draft, price);
  const [bare, place] = target.split("#");
  if (bare === "custom_label" && place !== undefined) return (draft) => noteLabel(draft, Number(place), null);
  const path = target.split(".");
  if (path.length > 1) return isUnit(target) ? undefined : (draft) => setMember(draft, path, null);
  const field = CLEARED_WITH[target] ?? target;
  if (!isClearable(field)) return undefined;
  // Another column may have the sale.
  if (field === "sale_price_amount" && target !== field)
    return (draft) => {
      draft.body.sale_price_amount ??= null;
    };
  return ({ body }) => {
    body[field] = null;
  };
}

/** Targets whose empty cell clears a field with another name. */
const CLEARED_WITH: Readonly<Record<string, string>> = {
  sale_price: "sale_price_amount",
  compare_at_price: "sale_price_amount",
  discount_amount: "sale_price_amount",
  discount_percent: "sale_price_amount",
  cost: "cost_amount",
  shipping_weight: "weight",
};

/** Values in JSON and XML that are not strings: the field's value as it is, or a list joined to one string. */
function putValue(
  draft: Draft,
  {
    target,
    value,
    decimal,
    put,
  }: {
    target: string;
    value: unknown;
    decimal: DecimalSign | undefined;
    put: (draft: Draft, text: string) => void;
  },
): void {
  if (typeof value === "string") put(draft, value);
  else if (isTextField(target) && Array.isArray(value) && value.length === 0) put(draft, "");
  else if (target === "shipping") draft.body.shipping = shippingOf(draft, value, decimal);
  else if (target === "inventory_quantity" && typeof value === "number") setStock(draft, value, false);
  else if (typeof value === "number" && isTimeField(target)) put(draft, String(value));
  else if ((typeof value === "boolean" || typeof value === "number") && isWordField(target)) put(draft, String(value));
  else if (typeof value === "number" && target === "weight") put(draft, String(value));
  else if (IMAGES.has(target) && linksIn(value) !== undefined) put(draft, linksIn(value) ?? "");
  else if (target === "product_category" && namesIn(value) !== undefined) put(draft, namesIn(value)?.[0] ?? "");
  else if (target === "tags" && namesIn(value) !== undefined) draft.body.tags = namesIn(value);
  else if (isTextField(target) && (Number.isSafeInteger(value) || isFraction(value))) put(draft, String(value));
  else if (putChannelField(draft, target, value)) return;
  else if (isOwnField(target)) {
    draft.body[target] = tidyAmounts(target, value);
    draft.hasWholeOptions ||= target === "variant_options";
  } else if (typeof value === "number" || typeof value === "boolean") put(draft, String(value));
  else if (target === "options" && optionsIn(value) !== undefined) put(draft, optionsIn(value) ?? "");
  else if (target.startsWith(CUSTOM_ATTRIBUTES) && attributeOf(target.slice(CUSTOM_ATTRIBUTES.length), value))
    setMember(draft, target.split("."), attributeOf(target.slice(CUSTOM_ATTRIBUTES.length), value));
  // A product without the time since when it is published is not.
  else if (value === null && /^published(?:#|$)/.test(target)) put(draft, "");
  else if (value === null && target.includes(".")) setMember(draft, target.split("."), null);
  else if (value !== null)
    rejectText(draft, JSON.stringify(value), {
      pointer: `/${target}`,
      message: "occurs more than once, or is not text",
    });
}

/** Targets that a list of images fills. */
const IMAGES: ReadonlySet<string> = new Set(["image", "image_url"]);

const CUSTOM_ATTRIBUTES = "custom_attributes.";

const isFraction = (value: unknown): value is number => typeof value === "number" && !Number.isInteger(value);

const isOwnField = (target: string): boolean =>
  !(target in TARGET_SETTERS) && !target.includes("#") && !target.includes(".");

function setterOf(target: string): Setter {
  const price = priceTargetOf(target);
  if (price) return marketPriceSetter(price);
  const [bare = "", number = ""] = target.split("#");
  const numbered = numberedSetter(bare, number);
  if (numbered) return numbered;
  if (bare in TARGET_SETTERS) return TARGET_SETTERS[bare as keyof typeof TARGET_SETTERS];
  if (bare === "shipping")
    return (draft, text, format) =>
      (text.startsWith("[") ? fieldSetter("shipping") : shippingSetter)(draft, text, format);
  return bare.includes(".") ? memberSetter(bare.split(".")) : fieldSetter(bare);
}

/** Reports members that are neither mapped nor, as columns of the sample, listed anyway. */
function reportUnknown(draft: Draft, { members = {} }: RawRow, known: ReadonlySet<string>): void {
  for (const name of Object.keys(members)) {
    if (known.has(name) || known.has(`${name}/`)) continue;
    const message = "is not a known field and is not mapped";
    addFault(draft, { pointer: `/${name.slice(0, 100)}`, code: "unknown_field", message });
  }
}
