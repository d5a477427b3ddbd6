import { parseKeepingNumbers } from "@skucast/contracts/exact-numbers";
import { productFields } from "@skucast/contracts/products/product";
import { endOf, readDate, startOf } from "../values/date.js";
import type { ReadNumber } from "../values/decimal.js";
import { readDecimal } from "../values/decimal.js";
import { readGtin, wholeNumberOf } from "../values/gtin-text.js";
import { isRecommendedPrice, readMoney } from "../values/money.js";
import { isNestedTooDeep, NESTED_TOO_DEEP } from "../values/nested.js";
import { asUrl, partsOf, urlsOf } from "../values/parts.js";
import { decodeEntities, withoutTags } from "../values/plain-text.js";
import { countIn, readQuantity } from "../values/quantity.js";
import { readBoolean, readWord } from "../values/words.js";
import { type Draft, noteCurrency, shopOf } from "./draft.js";
import { imageSetter, linkSetter, moreImagesSetter } from "./images.js";
import { isInMinorUnits, majorOf } from "./minor-units.js";
import { channelFieldSetter, isChannelObject } from "./read-channel-field.js";
import { dimensionsSetter } from "./read-dimensions.js";
import { type CellFormat, rejectAmbiguous, rejectText, type Setter } from "./setter.js";
import { tooLargeFault } from "./too-large.js";

const MONEY = ["price_amount", "sale_price_amount", "cost_amount"];
const INTEGERS = [
  "multipack",
  "age_restriction",
  "return_window_days",
  "review_count",
  "version",
  "min_transit_days",
  "max_transit_days",
];
const BOOLEANS = ["is_bundle", "is_digital", "adult", "accepts_returns"];
const WORDS = ["availability", "condition", "status", "gender", "age_group", "size_type"];
const CAPITALS = ["price_currency", "size_system"];
const URLS = ["url", "video_url", "model_3d_url", "mobile_url", "lifestyle_image_url"];
const TIMES = ["sale_price_starts_at", "sale_price_ends_at", "availability_date", "expiration_date"];
const LISTS = ["tags", "custom_labels"];
const TEXTS: ReadonlySet<string> = new Set([
  "sku",
  "title",
  "description",
  "brand",
  "gtin",
  "mpn",
  "color",
  "size",
  "material",
  "pattern",
  "product_category",
  "google_product_category",
  "item_group_id",
  "item_group_title",
  "tax_class",
]);
const OBJECTS = [
  "variant_options",
  "dimensions",
  "shipping",
  "seller",
  "translations",
  "channel_overrides",
  "custom_attributes",
  "metadata",
  "prices",
  "package_dimensions",
];

/** Former codes of currencies that files still have. */
const FORMER_CODES: Readonly<Record<string, string | undefined>> = { RUR: "RUB" };

/** The setters of fields that are not plain text. */
const SETTERS: ReadonlyMap<string, Setter> = new Map<string, Setter>([
  ...MONEY.map((field) => [field, moneySetter(field)] as const),
  ...INTEGERS.map((field) => [field, integerOf(field)] as const),
  ...BOOLEANS.map((field) => [field, booleanOf(field)] as const),
  ...WORDS.map((field) => [field, wordOf(field)] as const),
  ...CAPITALS.map(
    (field) => [field, changed(field, (text) => FORMER_CODES[text.toUpperCase()] ?? text.toUpperCase())] as const,
  ),
  ...URLS.map((field) => [field, linkSetter(field, urlSetter(field))] as const),
  ["image_url", imageSetter(urlSetter("image_url"))],
  ...LISTS.map((field) => [field, listOf(field, (text) => partsOf(decodeEntities(text)))] as const),
  ...OBJECTS.map((field) => [field, objectOf(field)] as const),
  ...["dimensions", "package_dimensions"].map((field) => [field, dimensionsSetter(field, objectOf(field))] as const),
  ["additional_image_urls", moreImagesSetter(listOf("additional_image_urls", urlsOf))],
  ["review_rating", ratingSetter],
  ["inventory_quantity", stockSetter(false)],
  ["sale_price_starts_at", dateSetter("sale_price_starts_at", startOf)],
  ["sale_price_ends_at", dateSetter("sale_price_ends_at", endOf)],
  ["availability_date", dateSetter("availability_date", ({ text }) => text)],
  ["expiration_date", dateSetter("expiration_date", ({ text }) => text)],
  ["gtin", unlessShortened("gtin", readGtin)],
  ["sku", unlessShortened("sku", (text) => text)],
  ["mpn", changed("mpn", (text) => text)],
  ["title", changed("title", (text) => lineOf(withoutTags(text)))],
  ["weight", weightOf()],
]);

/** The setter of a product's own field. */
export const fieldSetter = (field: string): Setter =>
  channelFieldSetter(field, objectOf(field)) ??
  SETTERS.get(field) ??
  changed(field, field === "description" ? decodeEntities : lineOf);

/** The text of a field that has one line; a cell may have several. */
const lineOf = (text: string): string => decodeEntities(text).replace(/[\t\n\r\v\f]+/g, " ");

/** Whether a field is an object, which documents may hold as it is. */
export const isObjectField = (field: string): boolean =>
  OBJECTS.includes(field) || field === "weight" || isChannelObject(field);

/** Whether a field is text that documents may hold as a number. */
export const isTextField = (field: string): boolean => TEXTS.has(field);

/** Whether a field is a date, which documents may hold as the seconds since 1970. */
export const isTimeField = (field: string): boolean => TIMES.includes(field);

/** Whether null clears the field; the other fields always need a value. */
export const isClearable = (field: string): boolean => field in productFields && !NEVER_EMPTY.has(field);

const NEVER_EMPTY: ReadonlySet<string> = new Set([
  "sku",
  "title",
  "price_amount",
  "price_currency",
  "availability",
  "condition",
  "status",
]);

/** Whether the field has one of a few words, which documents may also say with true or false. */
export const isWordField = (field: string): boolean => WORDS.includes(field);

function urlSetter(field: string): Setter {
  return changed(field, (text) => asUrl(text.replaceAll("&amp;", "&")));
}

function changed(field: string, change: (text: string) => string): Setter {
  return (draft, text) => {
    draft.body[field] = change(text);
  };
}

const SHORTENED = "was shortened by a spreadsheet; format the column as text there, and export the file again";

/** A number that a spreadsheet shows as `8.71E+12` has lost its other digits. */
function unlessShortened(field: string, change: (text: string) => string): Setter {
  const set = changed(field, change);
  return (draft, text, format) => {
    const whole = wholeNumberOf(text);
    if (whole === null) rejectText(draft, text, { pointer: `/${field}`, code: "shortened_number", message: SHORTENED });
    else set(draft, whole ?? text, format);
  };
}

function wordOf(field: string): Setter {
  const read = wordReader(field);
  return (draft, text) => {
    const word = read(text);
    if (field === "availability" && word !== null) putAvailability(draft, word);
    else if (word !== null || isClearable(field)) draft.body[field] = word;
  };
}

const UNREADABLE = Symbol("unreadable");

/** The most cautious availability last. A value that cannot be read is less certain than what can be bought. */
const BY_CAUTION: readonly unknown[] = [
  "in_stock",
  "backorder",
  "preorder",
  UNREADABLE,
  "out_of_stock",
  "discontinued",
];

/** Several columns may say the availability: the most cautious one applies. */
function putAvailability({ body }: Draft, word: string): void {
  const before = body.availability;
  if (before === undefined || cautionOf(word) >= cautionOf(before)) body.availability = word;
}

const cautionOf = (word: unknown): number =>
  BY_CAUTION.includes(word) ? BY_CAUTION.indexOf(word) : BY_CAUTION.indexOf(UNREADABLE);

const WORDS_KEPT_MAX = 1_000;

/** Reads the words of a field. One that is none of its values stays as it is in the file, so that its error shows it. */
function wordReader(field: string): (text: string) => string | null {
  const known = new Map<string, string | null>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const word = readWord(field, text);
    const read = word === null || isValueOf(field, word) ? word : text;
    if (known.size < WORDS_KEPT_MAX) known.set(text, read);
    return read;
  };
}

const isValueOf = (field: string, word: string): boolean =>
  productFields[field as keyof typeof productFields].safeParse(word).success;

const AMOUNT_MESSAGE = "must be an amount, such as 1299.90, 1.299,90 € or 1299.90 USD";

export const RECOMMENDED_MESSAGE = "is a recommended retail price, which shoppers may not pay; it is left out";

/** An amount, and its currency if the text contains one. */
export function moneySetter(field: string): Setter {
  return (draft, text, format) => {
    const { decimal } = format;
    if (isRecommendedPrice(text))
      return rejectText(draft, text, { pointer: `/${field}`, code: "invalid_type", message: RECOMMENDED_MESSAGE });
    const money = readMoney(text, decimal);
    const { number } = money;
    const value = numberOrFault(draft, { text, number, pointer: `/${field}`, message: AMOUNT_MESSAGE });
    if (value === undefined) return;
    draft.body[field] = amountIn(draft, { field, value, format, currency: money.currency });
    noteCurrency(draft, { field, text, money, format });
  };
}

interface GivenAmount {
  readonly field: string;
  readonly value: number;
  readonly format: CellFormat;
  /** The currency in the cell. */
  readonly currency: string | undefined;
}

/** An amount in the unit of its currency. One in minor units waits for the currency, unless its cell or header has it. */
export function amountIn(draft: Draft, { field, value, format, currency }: GivenAmount): number {
  if (!isInMinorUnits(format)) return value;
  const known = currency ?? format.header?.currency;
  if (known !== undefined) return majorOf(value, known);
  draft.minors.push(field);
  return value;
}

interface Reading {
  readonly text: string;
  readonly number: ReadNumber;
  readonly pointer: string;
  readonly message: string;
}

/** The number that was read; if there is none, records why. */
export function numberOrFault(draft: Draft, { text, number, pointer, message }: Reading): number | undefined {
  if (number.type === "number") return number.value;
  if (number.type === "ambiguous") rejectAmbiguous(draft, text, pointer, "decimal");
  else if (number.tooLarge !== undefined) rejectText(draft, text, tooLargeFault(pointer, number.tooLarge));
  else if (number.isTooLong === true)
    rejectText(draft, text, { pointer, code: "too_many_decimals", message: TOO_LONG });
  else rejectText(draft, text, { pointer, code: "invalid_type", message });
  return undefined;
}

const TOO_LONG = "has more decimals than can be kept: round it, an amount to the decimals of its currency";

function ratingSetter(...[draft, text, { decimal }]: Parameters<Setter>): void {
  const pointer = "/review_rating";
  const value = numberOrFault(draft, {
    text,
    number: readDecimal(text, decimal),
    pointer,
    message: "must be a number",
  });
  if (value !== undefined) draft.body.review_rating = value;
}

function integerOf(field: string): Setter {
  return (draft, text, { decimal }) => {
    const value = wholeNumber(draft, { text, number: readDecimal(text, decimal), pointer: `/${field}`, message: "" });
    if (value !== undefined) draft.body[field] = value;
  };
}

function wholeNumber(draft: Draft, reading: Reading): number | undefined {
  const message = "must be a whole number";
  const value = numberOrFault(draft, { ...reading, message });
  if (value === undefined || Number.isInteger(value)) return value;
  rejectText(draft, reading.text, { pointer: reading.pointer, code: "invalid_type", message });
  return undefined;
}

/**
 * A stock count. With `saysAvailability` the availability is derived from it if no column has one, and a word, such as `sold
 * out`, is the availability itself.
 */
export function stockSetter(saysAvailability: boolean): Setter {
  return (draft, text, { decimal }) => {
    const number = readDecimal(countIn(text), decimal);
    if (saysAvailability && number.type === "none" && number.tooLarge === undefined) {
      const word = readWord("availability", text);
      if (word !== null && isValueOf("availability", word)) putAvailability(draft, word);
      else rejectText(draft, text, { pointer: "/availability", code: "invalid_type", message: STOCK_MESSAGE });
      return;
    }
    const value = wholeNumber(draft, { text, number, pointer: "/inventory_quantity", message: "" });
    if (value !== undefined) setStock(draft, value, saysAvailability);
  };
}

const STOCK_MESSAGE = "must be a whole number, or an availability such as in_stock or sold out";

export function setStock(draft: Draft, count: number, saysAvailability: boolean): void {
  const shop = shopOf(draft);
  shop.stock = count;
  shop.stockSaysAvailability = saysAvailability;
}

function booleanOf(field: string): Setter {
  return (draft, text) => {
    const value = readBoolean(text);
    if (value !== undefined) draft.body[field] = value;
    else rejectText(draft, text, { pointer: `/${field}`, code: "invalid_type", message: "must be true or false" });
  };
}

const DATE_MESSAGE = "must be a date or a date-time, such as 2026-12-01 or 2026-12-01T08:00:00Z";

function dateSetter(field: string, settle: (date: { text: string; isDate: boolean }) => string): Setter {
  return (draft, text, { dates }) => {
    const date = readDate(text, dates);
    if (date.type === "date") draft.body[field] = settle(date);
    else if (date.type === "ambiguous") rejectAmbiguous(draft, text, `/${field}`, "dates");
    else rejectText(draft, text, { pointer: `/${field}`, message: DATE_MESSAGE });
  };
}

/** A list in one cell: as JSON, or separated. */
function listOf(field: string, parts: (text: string) => string[]): Setter {
  const asJson = objectOf(field);
  return (draft, text, format) => {
    if (text.startsWith("[")) asJson(draft, text, format);
    else draft.body[field] = parts(text);
  };
}

const WEIGHT_MESSAGE = "must be a number with its unit, such as 1.5 kg";
const NO_UNIT = 'has no unit: set it in the mapping, for example {"weight": {"column": "mass", "unit": "kg"}}';

/** A weight as text. Shops write 0 if they do not know it. */
export const setWeight: Setter = (draft, text, { decimal, unit }) => {
  const quantity = readQuantity(text, decimal);
  if (quantity === undefined) return rejectText(draft, text, { pointer: "/weight", message: WEIGHT_MESSAGE });
  const value = numberOrFault(draft, { text, number: quantity.number, pointer: "/weight", message: WEIGHT_MESSAGE });
  if (value === undefined || value === 0) return;
  const own = quantity.unit ?? unit;
  if (own === undefined) rejectText(draft, text, { pointer: "/weight", code: "unit_missing", message: NO_UNIT });
  else draft.body.weight = { value, unit: own };
};

function weightOf(): Setter {
  const asJson = objectOf("weight");
  return (draft, text, format) => (text.startsWith("{") ? asJson : setWeight)(draft, text, format);
}

function objectOf(field: string): Setter {
  return (draft, text) => {
    const pointer = `/${field}`;
    try {
      const value = parseKeepingNumbers(text);
      if (isNestedTooDeep(value)) rejectText(draft, text, { pointer, message: NESTED_TOO_DEEP });
      else draft.body[field] = value;
    } catch {
      rejectText(draft, text, { pointer, code: "invalid_type", message: "must be valid JSON" });
    }
  };
}
