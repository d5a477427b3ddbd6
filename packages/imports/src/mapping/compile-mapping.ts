import {
  type DateOrder,
  type DecimalSign,
  type ImportMapping,
  type ImportRule,
  priceTargetOf,
} from "@skucast/contracts/imports/mapping";
import type { RawRow } from "../row.js";
import { readMoney } from "../values/money.js";
import { partsOf, urlsOf, withPrefix } from "../values/parts.js";
import { plainText } from "../values/plain-text.js";
import { type CellFault, type Draft, newDraft, refuse } from "./draft.js";
import { fieldSetter, isClearable, setStock } from "./read-field.js";
import { clearPrices, marketPriceSetter } from "./read-market-price.js";
import { memberSetter, numberedSetter, setMember, shippingSetter, TARGET_SETTERS } from "./read-target.js";
import { type ReadWay, refuseText, type Setter, shown } from "./read-way.js";
import { settle } from "./settle.js";

/** A row as the body of an upsert, not yet checked by the product's own rules. */
export interface ReadRow {
  readonly body: Record<string, unknown>;
  readonly faults: readonly CellFault[];
  readonly replaces: readonly string[];
  readonly isAvailabilityDerived: boolean;
}

export interface MappingOptions {
  readonly columns: readonly string[];
  readonly mapping: ImportMapping;
  /** Whether an empty cell clears its field. */
  readonly clearsEmpty: boolean;
  /** Which members that are not mapped are noted: those that the sample did not have, or all. Cells of a table never are. */
  readonly notesUnknown: "none" | "unseen" | "all";
  readonly decimal: DecimalSign | undefined;
  readonly dates: DateOrder | undefined;
}

export interface Mapping {
  /** What the column of the SKU says, and nothing else. */
  readSku(row: RawRow): unknown;
  read(row: RawRow): ReadRow;
}

/** Makes the reader of a file's rows. */
export function compileMapping(options: MappingOptions): Mapping {
  const { mapping, notesUnknown } = options;
  const steps = Object.entries(mapping)
    .sort(([one], [other]) => Number(isUnit(one)) - Number(isUnit(other)))
    .map(([target, rule]) => {
      const step = stepOf(target, rule, options);
      return isUnit(target) ? withMeasure(target, step) : step;
    });
  const skuStep = mapping.sku === undefined ? undefined : stepOf("sku", mapping.sku, options);
  const known = new Set([
    ...Object.values(mapping).flatMap((rule) =>
      typeof rule === "string" ? rule : "column" in rule ? rule.column : [],
    ),
    ...(notesUnknown === "all" ? [] : options.columns),
  ]);
  return {
    readSku(row) {
      if (row.isSkipped || row.fault !== undefined) return undefined;
      const draft = newDraft();
      skuStep?.(draft, row);
      return draft.body.sku;
    },
    read(row) {
      const draft = newDraft();
      if (row.isSkipped) return draft;
      if (row.fault !== undefined) {
        refuse(draft, { pointer: "", ...row.fault, ...(row.text !== undefined && { value: shown(row.text) }) });
        return draft;
      }
      for (const step of steps) step(draft, row);
      if (notesUnknown !== "none") noteUnknown(draft, row, known);
      settle(draft);
      return draft;
    },
  };
}

type Step = (draft: Draft, row: RawRow) => void;

const isUnit = (target: string): boolean => target === "weight.unit" || target === "dimensions.unit";

/** A unit, be it a constant or a column, says nothing in a row without the measure. */
function withMeasure(target: string, step: Step): Step {
  const [field = ""] = target.split(".");
  return (draft, row) => {
    if (field in draft.body) step(draft, row);
  };
}

function stepOf(target: string, rule: ImportRule, options: MappingOptions): Step {
  const set = setterOf(target);
  const { decimal, dates, clearsEmpty } = options;
  if (typeof rule !== "string" && "value" in rule) {
    const way: ReadWay = { decimal: "point", dates, unit: undefined };
    return (draft) => set(draft, rule.value, way);
  }
  const given = typeof rule === "string" ? { column: rule } : rule;
  const { column, default: fallback = "", empty } = given;
  const index = options.columns.indexOf(column);
  const way: ReadWay = { decimal: given.decimal ?? decimal, dates: given.dates ?? dates, unit: given.unit };
  const textOf = textReader(target, given);
  const clears = (empty === undefined ? clearsEmpty : empty === "clear") ? clearerOf(target) : undefined;
  const replaces = given.members === "replace";
  const put = (draft: Draft, sent: string): void => {
    const text = textOf(sent) || fallback;
    if (text !== "") set(draft, text, way);
    else clears?.(draft);
  };
  return (draft, { cells, members }) => {
    if (replaces) draft.replaces.push(target);
    if (cells) put(draft, cells[index] ?? "");
    else if (members && Object.hasOwn(members, column)) putValue(draft, { target, value: members[column], put });
  };
}

type ColumnRule = Exclude<ImportRule, string | { readonly value: string }>;

/** What a rule makes of the text of a cell. */
function textReader(target: string, { as, words, prefix = "" }: ColumnRule): (sent: string) => string {
  const isPlain = as === undefined && words === undefined && prefix === "";
  if (isPlain) return cleaned;
  const said = words && new Map(Object.entries(words).map(([word, meaning]) => [word.trim().toLowerCase(), meaning]));
  const change = CONVERSIONS[as ?? "as_is"];
  const isList = LINK_LISTS.has(target.split("#")[0] ?? "");
  return (sent) => {
    const cell = change(cleaned(sent));
    const text = cell === "" ? cell : (said?.get(cell.toLowerCase()) ?? said?.get("*") ?? cell);
    if (text === "" || prefix === "") return text;
    return isList
      ? urlsOf(text)
          .map((url) => withPrefix(prefix, url))
          .join("\n")
      : withPrefix(prefix, text);
  };
}

const LINK_LISTS: ReadonlySet<string> = new Set(["image", "additional_image_urls"]);

/** Spreadsheets keep text from being a number or a formula: `="0123"`, `'=A1`. */
function cleaned(sent: string): string {
  const text = sent.trim();
  const first = text.charCodeAt(0);
  if (first === EQUALS && text.startsWith('="') && text.endsWith('"')) return text.slice(2, -1).trim();
  return first === APOSTROPHE && /^'[=+@-]/.test(text) ? text.slice(1) : text;
}

const EQUALS = 61;
const APOSTROPHE = 39;

/** Takes a field's value away; a member's of an object as well. */
function clearerOf(target: string): ((draft: Draft) => void) | undefined {
  if (priceTargetOf(target) !== undefined) return clearPrices;
  const path = target.split(".");
  if (path.length > 1) return isUnit(target) ? undefined : (draft) => setMember(draft, path, null);
  const field = CLEARED_WITH[target] ?? target;
  if (!isClearable(field)) return undefined;
  return (draft) => {
    draft.body[field] = null;
  };
}

/** Targets whose empty cell says that a field of another name has no value. */
const CLEARED_WITH: Readonly<Record<string, string>> = {
  sale_price: "sale_price_amount",
  compare_at_price: "sale_price_amount",
  cost: "cost_amount",
  shipping_weight: "weight",
};

const CONVERSIONS = {
  as_is: (text: string) => text,
  plain_text: plainText,
  first: (text: string) => urlsOf(text)[0] ?? partsOf(text)[0] ?? "",
} as const;

/** JSON and XML have more than text: what is no text is the field's value as it is, or one text of a list. */
function putValue(
  draft: Draft,
  { target, value, put }: { target: string; value: unknown; put: (draft: Draft, text: string) => void },
): void {
  if (typeof value === "string") put(draft, value);
  else if (target === "shipping") draft.body.shipping = shippingOf(draft, value);
  else if (target === "inventory_quantity" && typeof value === "number") setStock(draft, value, false);
  else if (isOwnField(target)) draft.body[target] = value;
  else if (typeof value === "number" || typeof value === "boolean") put(draft, String(value));
  else if (Array.isArray(value) && value.every((item) => typeof item === "string") && target === "image")
    put(draft, value.join("\n"));
  else if (value === null && target.includes(".")) setMember(draft, target.split("."), null);
  else if (value !== null)
    refuseText(draft, JSON.stringify(value), {
      pointer: `/${target}`,
      message: "is given more than once, or is no text",
    });
}

const isOwnField = (target: string): boolean =>
  !(target in TARGET_SETTERS) && !target.includes("#") && !target.includes(".");

/** Google's shipping as nested elements; what is in our own form stays as it is. */
function shippingOf(draft: Draft, value: unknown): unknown {
  const options: unknown[] = Array.isArray(value) ? value : [value];
  return options.map((option) => {
    if (typeof option !== "object" || option === null || !("price" in option)) return option;
    const { price, ...rest } = option;
    const { number, currency } = readMoney(String(price), "point");
    if (currency !== undefined) draft.currencies.add(currency);
    if (number.type !== "number")
      refuseText(draft, String(price), { pointer: "/shipping", message: "must have an amount as its price" });
    return { ...rest, price_amount: number.type === "number" ? number.value : undefined };
  });
}

function setterOf(target: string): Setter {
  const price = priceTargetOf(target);
  if (price) return marketPriceSetter(price);
  const [bare = "", number = ""] = target.split("#");
  const numbered = numberedSetter(bare, number);
  if (numbered) return numbered;
  if (bare in TARGET_SETTERS) return TARGET_SETTERS[bare as keyof typeof TARGET_SETTERS];
  if (bare === "shipping")
    return (draft, text, way) => (text.startsWith("[") ? fieldSetter("shipping") : shippingSetter)(draft, text, way);
  return bare.includes(".") ? memberSetter(bare.split(".")) : fieldSetter(bare);
}

/** Members that no row of the sample had; those that are known and not mapped are listed with the columns. */
function noteUnknown(draft: Draft, { members = {} }: RawRow, known: ReadonlySet<string>): void {
  for (const name of Object.keys(members)) {
    if (known.has(name)) continue;
    const message = "is not a known field, and nothing is mapped to it";
    refuse(draft, { pointer: `/${name.slice(0, 100)}`, code: "unknown_field", message });
  }
}
