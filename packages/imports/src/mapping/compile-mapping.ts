import type { ImportMapping, ImportRule } from "@skucast/contracts/imports/mapping";
import type { Fault } from "@skucast/contracts/problem";
import type { RawRow } from "../row.js";
import { plainText } from "../values/plain-text.js";
import { type Draft, newDraft, refuse, settle } from "./draft.js";
import type { FillDown } from "./guess-mapping.js";
import { fieldSetter, isClearable, partsOf, type Setter } from "./read-field.js";
import { memberSetter, shippingSetter, TARGET_SETTERS } from "./read-target.js";

/** A row as the body of an upsert, not yet checked by the product's own rules. */
export interface ReadRow {
  readonly body: Record<string, unknown>;
  readonly faults: readonly Fault[];
}

export interface MappingOptions {
  readonly columns: readonly string[];
  readonly mapping: ImportMapping;
  readonly fillDown: FillDown;
  /** Whether an empty cell clears its field. */
  readonly clearsEmpty: boolean;
  /** Whether a member that is not mapped is refused; columns of a table are ignored. */
  readonly isStrict: boolean;
}

/** A row with what it takes from the one above it. */
export interface FilledRow {
  readonly row: RawRow;
  /** It says nothing of a product of its own. */
  readonly isSkipped: boolean;
}

export interface Mapping {
  /** Rows are given to it in their order, once each. */
  fill(row: RawRow): FilledRow;
  /** What the column of the SKU says, and nothing else. */
  readSku(filled: FilledRow): unknown;
  read(filled: FilledRow): ReadRow;
}

/** Makes the reader of a file's rows. */
export function compileMapping(options: MappingOptions): Mapping {
  const { columns, mapping, isStrict } = options;
  const steps = Object.entries(mapping)
    .sort(([one], [other]) => Number(isUnit(one)) - Number(isUnit(other)))
    .map(([target, rule]) => {
      const step = stepOf(target, rule, options);
      return isUnit(target) ? withMeasure(target, step) : step;
    });
  const skuStep = mapping.sku === undefined ? undefined : stepOf("sku", mapping.sku, options);
  const fill = filler(options);
  const skuColumn = columnIndex(options, mapping.sku);
  const mapped = new Set(
    Object.values(mapping).flatMap((rule) => (typeof rule === "string" ? rule : "column" in rule ? rule.column : [])),
  );
  const isWhole = ({ fault, cells }: RawRow): boolean =>
    fault === undefined && (cells === undefined || cells.length === columns.length);
  return {
    fill(raw) {
      if (!isWhole(raw)) return { row: raw, isSkipped: false };
      const { row, continues } = fill(raw);
      return { row, isSkipped: continues && isEmptyAt(row, skuColumn) };
    },
    readSku({ row, isSkipped }) {
      if (isSkipped || !isWhole(row)) return undefined;
      const draft = newDraft();
      skuStep?.(draft, row);
      return draft.body.sku;
    },
    read({ row, isSkipped }) {
      if (isSkipped) return { body: {}, faults: [] };
      const draft = newDraft();
      if (row.fault !== undefined) refuse(draft, "", row.fault, "unreadable_row");
      else if (row.cells && row.cells.length !== columns.length) {
        const message = `has ${row.cells.length} cells, and the header ${columns.length}`;
        refuse(draft, "", message, "cell_count");
      } else {
        for (const step of steps) step(draft, row);
        if (isStrict) refuseUnknown(draft, row, mapped);
        settle(draft);
      }
      return { body: draft.body, faults: draft.faults };
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
  if (typeof rule !== "string" && "value" in rule) return (draft) => set(draft, rule.value);
  const { column, default: fallback = "", prefix = "", as } = typeof rule === "string" ? { column: rule } : rule;
  const index = options.columns.indexOf(column);
  const clears = options.clearsEmpty && isClearable(target);
  const change = CONVERSIONS[as ?? "none"];
  const put = (draft: Draft, sent: string): void => {
    const cell = change(sent.trim());
    const text = cell === "" ? fallback : prefix + cell;
    if (text !== "") set(draft, text);
    else if (clears) draft.body[target] = null;
  };
  return (draft, { cells, members }) => {
    if (cells) put(draft, cells[index] ?? "");
    else if (members && Object.hasOwn(members, column)) putValue(draft, { target, value: members[column], put });
  };
}

const CONVERSIONS = {
  none: (text: string) => text,
  plain_text: plainText,
  first: (text: string) => partsOf(text)[0] ?? "",
} as const;

/** JSON and XML have more than text: what is no text is the field's value as it is, or one text of a list. */
function putValue(
  draft: Draft,
  { target, value, put }: { target: string; value: unknown; put: (draft: Draft, text: string) => void },
): void {
  if (typeof value === "string") put(draft, value);
  else if (target === "shipping") draft.body.shipping = shippingOf(draft, value);
  else if (isOwnField(target)) draft.body[target] = value;
  else if (typeof value === "number") put(draft, String(value));
  else if (Array.isArray(value) && value.every((item) => typeof item === "string") && target === "image")
    put(draft, value.join("|"));
  else if (value !== null) refuse(draft, `/${target}`, "is given more than once, or is no text");
}

const isOwnField = (target: string): boolean =>
  !(target in TARGET_SETTERS) && !target.includes("#") && !target.includes(".");

/** Google's shipping as nested elements; what is in our own form stays as it is. */
function shippingOf(draft: Draft, value: unknown): unknown {
  const options: unknown[] = Array.isArray(value) ? value : [value];
  return options.map((option) => {
    if (typeof option !== "object" || option === null || !("price" in option)) return option;
    const { price, ...rest } = option;
    const inner = newDraft();
    TARGET_SETTERS.price(inner, String(price));
    for (const currency of inner.currencies) draft.currencies.add(currency);
    draft.faults.push(...inner.faults.map((fault) => ({ ...fault, pointer: "/shipping" })));
    return { ...rest, price_amount: inner.body.price_amount };
  });
}

function setterOf(target: string): Setter {
  const [bare = ""] = target.split("#");
  if (bare in TARGET_SETTERS) return TARGET_SETTERS[bare as keyof typeof TARGET_SETTERS];
  if (bare === "shipping")
    return (draft, text) => (text.startsWith("[") ? fieldSetter("shipping") : shippingSetter)(draft, text);
  return bare.includes(".") ? memberSetter(bare.split(".")) : fieldSetter(bare);
}

function refuseUnknown(draft: Draft, { members = {} }: RawRow, mapped: ReadonlySet<string>): void {
  for (const name of Object.keys(members)) {
    if (!mapped.has(name))
      refuse(draft, `/${name.slice(0, 100)}`, "is not a known field, and nothing is mapped to it", "unknown_field");
  }
}

const columnIndex = ({ columns }: MappingOptions, rule: ImportRule | undefined): number =>
  rule === undefined ? -1 : columns.indexOf(typeof rule === "string" ? rule : "column" in rule ? rule.column : "");

const isEmptyAt = ({ cells }: RawRow, index: number): boolean =>
  cells !== undefined && (cells[index] ?? "").trim() === "";

/** Gives a row the cells that it leaves empty and the row above has, in the columns that are filled down. */
function filler({ columns, fillDown }: MappingOptions): (row: RawRow) => { row: RawRow; continues: boolean } {
  const places = fillDown.columns.map((column) => columns.indexOf(column)).filter((place) => place >= 0);
  const within = fillDown.within === undefined ? -1 : columns.indexOf(fillDown.within);
  let above: readonly string[] | undefined;
  if (places.length === 0) return (row) => ({ row, continues: false });
  return (row) => {
    const { line, cells } = row;
    if (!cells) return { row, continues: false };
    const before = above;
    const continues = before !== undefined && within >= 0 && before[within] === cells[within];
    const fills = before !== undefined && (within < 0 || continues);
    const own = fills
      ? cells.map((cell, i) => (cell.trim() === "" && places.includes(i) ? (before[i] ?? "") : cell))
      : cells;
    above = own;
    return { row: { line, cells: own }, continues };
  };
}
