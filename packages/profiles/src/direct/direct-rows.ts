import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Feed } from "@skucast/contracts/feeds/feed";
import type { ChannelDefinition } from "../channel/compile-channel.js";
import {
  amountAt,
  areSame,
  copy,
  copyAll,
  csvJson,
  csvList,
  csvString,
  money,
  type Output,
  plainItemCount,
  put,
} from "./cells.js";
import { hasCheckDigit, hasCodePointEscape, isDoubtful, mayHaveReservedPrefix } from "./doubts.js";
import { type DirectFormat, planSteps, type Step } from "./plan-steps.js";
import { createScan, MARK, type ProductScan } from "./scan-product.js";
import { createSource, isEqual, type Source, viewOf } from "./source.js";

/**
 * Writes rows from the bytes of stored products without parsing them. It takes the products that need nothing but their
 * values copied, which are most, and leaves all others to `CompiledChannel.map` and the format's writer: what both can
 * do, both do to the byte.
 */
export interface DirectRows {
  /** Appends the row of the product at [start, end); false, and nothing appended, when it must be parsed. */
  write(product: Buffer, start: number, end: number, out: Output): boolean;
  /** The price of the product whose row was written last; NaN without one. */
  amount(): number;
  /** Whether the product whose row was written last is out of stock or discontinued. */
  isOutOfStock(): boolean;
  /** How many bytes must be free for a product of this length. */
  roomFor(productBytes: number): number;
}

const OUT_OF_STOCK = viewOf(Buffer.from('out_of_stock"'));
const DISCONTINUED = viewOf(Buffer.from('discontinued"'));
const COMMA = 44;
const LINE_FEED = 10;
const QUOTE = 34;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** Whether rows of a format can be written this way at all. */
export const hasDirectRows = (format: Feed["format"]): format is DirectFormat => format === "csv" || format === "jsonl";

/** Undefined when the channel has rules, whose values only parsed rows have. */
export function createDirectRows(
  channel: ChannelDefinition,
  profile: ProfileDefinition,
  format: DirectFormat,
): DirectRows | undefined {
  const plan = planSteps(channel, profile, format);
  if (!plan) return undefined;
  const { steps, fields, parsedFields, currencyField, amountField, availabilityField } = plan;
  const { differing, implied, identifying } = plan;
  const scan = createScan(fields);
  const { marks, starts, ends } = scan;
  const source = createSource();
  const currency = viewOf(Buffer.from(`${channel.market.currency}"`));
  const fixedBytes = steps.reduce(
    (sum, { key, fallback }) => sum + key.byteLength + (fallback?.byteLength ?? 0) + 32,
    16,
  );
  const writeCells = format === "csv" ? writeCsv : writeJson;

  function isSimple(): boolean {
    const { bytes, view } = source;
    for (const field of parsedFields) if (marks[field] !== 0) return false;
    for (const [one, other] of differing) {
      if (marks[one] !== 0 && marks[other] !== 0 && areSame(scan, bytes, one, other)) return false;
    }
    for (const [field, needed] of implied) if (marks[field] !== 0 && marks[needed] === 0) return false;
    for (const group of identifying) if (group.every((field) => marks[field] === 0)) return false;
    return marks[currencyField] !== 0 && isEqual(view, starts[currencyField] as number, currency);
  }

  return {
    write(bytes, start, end, out) {
      source.enter(bytes, start, end);
      if (!scan.read(source, start, end) || !isSimple()) return false;
      const before = out.at;
      if (writeCells(out, source, scan, steps)) return true;
      out.at = before;
      return false;
    },
    amount: () =>
      marks[amountField] === 0
        ? Number.NaN
        : amountAt(source.bytes, starts[amountField] as number, ends[amountField] as number),
    isOutOfStock: () => {
      if (marks[availabilityField] === 0) return false;
      const start = starts[availabilityField] as number;
      return isEqual(source.view, start, OUT_OF_STOCK) || isEqual(source.view, start, DISCONTINUED);
    },
    roomFor: (productBytes) => fixedBytes + 3 * productBytes,
  };
}

function writeCsv(out: Output, product: Source, scan: ProductScan, steps: readonly Step[]): boolean {
  for (let place = 0; place < steps.length; place += 1) {
    if (place > 0) put(out, COMMA);
    const step = steps[place] as Step;
    const mark = step.field === -1 ? 0 : (scan.marks[step.field] as number);
    if (mark === 0) {
      if (step.fallback) copyAll(out, step.fallback);
      else if (step.isRequired) return false;
    } else if (!writeCell(out, product, scan, step, mark, csvString, csvNested)) return false;
  }
  put(out, LINE_FEED);
  return true;
}

function writeJson(out: Output, product: Source, scan: ProductScan, steps: readonly Step[]): boolean {
  const opened = out.at;
  for (let place = 0; place < steps.length; place += 1) {
    const step = steps[place] as Step;
    const mark = step.field === -1 ? 0 : (scan.marks[step.field] as number);
    if (mark === 0 && !step.fallback) {
      if (step.isRequired) return false;
      continue;
    }
    put(out, out.at === opened ? OPEN_BRACE : COMMA);
    copyAll(out, step.key);
    if (mark === 0) copyAll(out, step.fallback as DataView);
    else if (!writeCell(out, product, scan, step, mark, jsonString, jsonNested)) return false;
  }
  put(out, CLOSE_BRACE);
  put(out, LINE_FEED);
  return true;
}

type WriteString = (out: Output, from: Source, start: number, end: number, marks: number) => void;
type WriteNested = (out: Output, from: Source, start: number, end: number) => void;

/** A cell that has a value; false when the product must be parsed after all. */
function writeCell(
  out: Output,
  product: Source,
  scan: ProductScan,
  step: Step,
  mark: number,
  writeString: WriteString,
  writeNested: WriteNested,
): boolean {
  const start = scan.starts[step.field] as number;
  const end = scan.ends[step.field] as number;
  const isString = (mark & MARK.string) !== 0 && end > start;
  switch (step.kind) {
    case "text":
      if (!isString || end - start > step.bytesMax || isDoubtful(product.bytes, start, end, step)) return false;
      writeString(out, product, start, end, mark);
      return true;
    case "gtin":
      if (!isString || !hasCheckDigit(product.bytes, start, end)) return false;
      if (step.hasPrefixes && mayHaveReservedPrefix(product.bytes, start, end)) return false;
      writeString(out, product, start, end, mark);
      return true;
    case "word": {
      const word = isString ? step.words.find(({ ours }) => isEqual(product.view, start, ours)) : undefined;
      if (word === undefined) return false;
      copyAll(out, word.theirs);
      return true;
    }
    case "plain":
      if (mark !== MARK.plain || (step.isZeroDoubtful && product.bytes[start] === ZERO)) return false;
      copy(out, product.view, start, end);
      return true;
    case "json":
      if ((mark & MARK.nested) === 0 || end - start <= 2 || hasCodePointEscape(product.bytes, start, end)) return false;
      writeNested(out, product, start, end);
      return true;
    case "list": {
      const count = (mark & MARK.nested) === 0 ? -1 : plainItemCount(product, start, end);
      if (count < 1 || count > step.itemsMax) return false;
      if (writeNested === jsonNested) jsonNested(out, product, start, end);
      else csvList(out, product, start, count);
      return true;
    }
    case "money":
      return mark === MARK.plain && writeMoney(out, product, start, end, step, writeString === jsonString);
    case "presence":
      copyAll(out, TRUE);
      return true;
    case "absence":
      copyAll(out, FALSE);
      return true;
    default:
      return false;
  }
}

const TRUE = viewOf(Buffer.from("true"));
const FALSE = viewOf(Buffer.from("false"));
const ZERO = 48;

function writeMoney(out: Output, product: Source, start: number, end: number, step: Step, isQuoted: boolean): boolean {
  // An amount that begins with 0 may be nothing: whether that is allowed is looked at the long way.
  if (step.isPositive && product.bytes[start] === ZERO) return false;
  if (isQuoted) put(out, QUOTE);
  if (!money(out, product, start, end, step.decimals)) return false;
  copyAll(out, step.suffix);
  if (isQuoted) put(out, QUOTE);
  return true;
}

/** A JSON string is JSON already. */
function jsonString(out: Output, from: Source, start: number, end: number): void {
  put(out, QUOTE);
  copy(out, from.view, start, end);
  put(out, QUOTE);
}

const jsonNested: WriteNested = (out, from, start, end) => copy(out, from.view, start, end);

/** A list or object needs quotes in CSV as soon as it has a quote or a comma. */
function csvNested(out: Output, from: Source, start: number, end: number): void {
  const { bytes } = from;
  let isSpecial = false;
  for (let i = start; i < end && !isSpecial; i += 1) isSpecial = bytes[i] === QUOTE || bytes[i] === COMMA;
  if (isSpecial) csvJson(out, from, start, end);
  else copy(out, from.view, start, end);
}
