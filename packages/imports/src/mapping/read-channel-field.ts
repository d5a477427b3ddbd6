import { UNIT_PRICE_UNITS } from "@skucast/contracts/products/channel-fields";
import { WEIGHT_UNITS } from "@skucast/contracts/products/field-schemas";
import { GOOGLE_GROUPS, textOfGoogleGroup } from "../presets/google-groups.js";
import { readMoney } from "../values/money.js";
import { decodeEntities } from "../values/plain-text.js";
import { readQuantity } from "../values/quantity.js";
import { readBoolean } from "../values/words.js";
import type { Draft } from "./draft.js";
import { withDecimalCommas } from "./options-in.js";
import type { CellFormat, Setter } from "./setter.js";

/** How the strings of a channel's column become a product's field; undefined if the field cannot hold them. */
interface Reader {
  /** The channel's column, and the custom attribute for what the field cannot hold. */
  readonly column: string;
  readonly isList?: boolean;
  /** Whether the items have parts, which may be amounts. */
  readonly hasParts?: boolean;
  read(texts: readonly string[], format: CellFormat): unknown;
}

/** The fields that channels publish under names of their own, in the form of Google's attributes. */
const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["unit_pricing_measure", { column: "unit_pricing_measure", read: quantityIn(UNIT_PRICE_UNITS) }],
  ["unit_pricing_base_measure", { column: "unit_pricing_base_measure", read: quantityIn(UNIT_PRICE_UNITS) }],
  ["package_weight", { column: "shipping_weight", read: quantityIn(WEIGHT_UNITS) }],
  ["identifier_exists", { column: "identifier_exists", read: ([text = ""]) => readBoolean(text) }],
  ["product_highlights", { column: "product_highlight", isList: true, read: (texts) => shortTexts(texts, 150) }],
  ["promotion_ids", { column: "promotion_id", isList: true, read: (texts) => shortTexts(texts, 50) }],
  ["min_handling_days", { column: "min_handling_time", read: daysIn }],
  ["max_handling_days", { column: "max_handling_time", read: daysIn }],
  ["ships_from_country", { column: "ships_from_country", read: ([text = ""]) => countryIn(text) }],
  ["energy_efficiency_class", classReader("energy_efficiency_class")],
  ["min_energy_efficiency_class", classReader("min_energy_efficiency_class")],
  ["max_energy_efficiency_class", classReader("max_energy_efficiency_class")],
  [
    "certifications",
    groupsOf("certification", ([authority, name, code]) =>
      authority && name && code ? { authority, name, code } : undefined,
    ),
  ],
  [
    "product_details",
    groupsOf("product_detail", ([section, name, value]) =>
      name && value ? { ...(section && { section }), name, value } : undefined,
    ),
  ],
  [
    "minimum_order_values",
    groupsOf("minimum_order_value", ([country = "", service, surface, price = ""], format) => {
      const money = moneyIn(price, format);
      const known = countryIn(country);
      if (money === undefined || known === undefined) return undefined;
      if (surface && !SURFACES.has(surface)) return undefined;
      return { country: known, ...(service && { service }), ...(surface && { surface }), ...money };
    }),
  ],
  [
    "subscription_cost",
    groupOf("subscription_cost", ([period = "", length = "", price = ""], format) => {
      const money = moneyIn(price, format);
      if (money === undefined || !PERIODS.has(period) || !/^[1-9]\d{0,2}$/.test(length)) return undefined;
      return { period, period_length: Number(length), ...money };
    }),
  ],
  [
    "installment",
    groupOf("installment", ([months = "", price = "", downpayment = "", credit = ""], format) => {
      const money = moneyIn(price, format);
      const first = downpayment === "" ? undefined : moneyIn(downpayment, format);
      if (money === undefined || !/^[1-9]\d{0,2}$/.test(months)) return undefined;
      if (downpayment !== "" && first?.currency !== money.currency) return undefined;
      if (credit !== "" && !CREDIT_TYPES.has(credit)) return undefined;
      return {
        months: Number(months),
        ...money,
        ...(first && { downpayment: first.amount }),
        ...(credit && { credit_type: credit }),
      };
    }),
  ],
]);

const SURFACES: ReadonlySet<string> = new Set(["online", "local", "online_local"]);
const PERIODS: ReadonlySet<string> = new Set(["week", "month", "year"]);
const CREDIT_TYPES: ReadonlySet<string> = new Set(["finance", "lease"]);

/**
 * The setter of such a field; undefined for other fields. Text that the field cannot hold becomes the custom attribute of
 * the column's name, which the channels that have this column publish or reject.
 */
export function channelFieldSetter(field: string, asJson: Setter): Setter | undefined {
  const reader = READERS.get(field);
  if (reader === undefined) return undefined;
  return (draft, text, format) => {
    if (/^[[{]/.test(text)) return asJson(draft, text, format);
    const texts = reader.hasParts
      ? withDecimalCommas(text, itemsIn)
      : reader.isList
        ? itemsIn(text)
        : [decodeEntities(text).trim()];
    put(draft, { field, reader, texts, format });
  };
}

/** Writes the value of such a field in a JSON or XML document: elements of Google's form, or the field's own form. */
export function putChannelField(draft: Draft, field: string, value: unknown): boolean {
  const reader = READERS.get(field);
  if (reader === undefined) return false;
  const given = Array.isArray(value) ? value : [value];
  const texts = given.map((one: unknown) =>
    typeof one === "object" && one !== null ? textOfGoogleGroup(reader.column, one) : String(one),
  );
  const isOwn = texts.some((text) => text === undefined) || typeof value === "boolean" || value === null;
  if (isOwn) draft.body[field] = value;
  else put(draft, { field, reader, texts: texts.map(String), format: IN_DOCUMENTS });
  return true;
}

const IN_DOCUMENTS: CellFormat = { decimal: "point", dates: undefined, unit: undefined };

/** Whether a field is an object in our own form, which documents may hold as it is. */
export const isChannelObject = (field: string): boolean =>
  ["unit_pricing_measure", "unit_pricing_base_measure", "package_weight", "subscription_cost", "installment"].includes(
    field,
  );

interface Putting {
  readonly field: string;
  readonly reader: Reader;
  readonly texts: readonly string[];
  readonly format: CellFormat;
}

/** Both measures in one text, as in OpenAI's files: `16 oz / 1 oz`. */
const TWO_MEASURES = /^([^/]+)\/([^/]+)$/;

function put(draft: Draft, { field, reader, texts, format }: Putting): void {
  if (texts.length === 0) return;
  const [, measure, base] = (field === "unit_pricing_measure" && TWO_MEASURES.exec(texts[0] ?? "")) || [];
  if (measure !== undefined && base !== undefined) {
    const [own, per] = [measure, base].map((text) => reader.read([text.trim()], format));
    if (own !== undefined && per !== undefined) {
      draft.body.unit_pricing_measure = own;
      draft.body.unit_pricing_base_measure = per;
      return;
    }
  }
  const value = reader.read(texts, format);
  if (value !== undefined) {
    draft.body[field] = value;
    return;
  }
  const present = draft.body.custom_attributes;
  const attributes = typeof present === "object" && present !== null ? present : {};
  draft.body.custom_attributes = { ...attributes, [reader.column]: texts.length === 1 ? texts[0] : texts };
}

/** An item in quotation marks, with inner ones doubled, or an item without a comma. */
const ITEM = /\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(?:,|$)/gy;

const itemsIn = (text: string): string[] =>
  Array.from(text.matchAll(ITEM), ([, quoted, plain]) =>
    decodeEntities(quoted?.replaceAll('""', '"') ?? plain ?? "").trim(),
  ).filter((item) => item !== "");

function quantityIn(units: readonly string[]): Reader["read"] {
  return ([text = ""], { decimal, unit }) => {
    const quantity = readQuantity(text, decimal ?? "point");
    const own = quantity?.unit ?? unit;
    if (quantity?.number.type !== "number" || own === undefined || !units.includes(own)) return undefined;
    const { value } = quantity.number;
    return value > 0 && value <= 1_000_000 ? { value, unit: own } : undefined;
  };
}

function daysIn([text = ""]: readonly string[]): number | undefined {
  return /^\d{1,3}$/.test(text) && Number(text) <= 365 ? Number(text) : undefined;
}

const countryIn = (text: string): string | undefined => (/^[a-z]{2}$/i.test(text) ? text.toUpperCase() : undefined);

const shortTexts = (texts: readonly string[], lengthMax: number): readonly string[] | undefined =>
  texts.length > 0 && texts.every((text) => text !== "" && [...text].length <= lengthMax) ? texts : undefined;

function classReader(column: string): Reader {
  return { column, read: ([text = ""]) => (/^(?:A\+{0,3}|[B-G])$/i.test(text) ? text.toUpperCase() : undefined) };
}

function moneyIn(text: string, { decimal }: CellFormat): { amount: number; currency: string } | undefined {
  const { number, currency } = readMoney(text, decimal ?? "point");
  return number.type === "number" && currency !== undefined ? { amount: number.value, currency } : undefined;
}

type ReadParts = (parts: readonly (string | undefined)[], format: CellFormat) => object | undefined;

/** A field with several entries, each with parts that are separated by colons. */
function groupsOf(column: string, read: ReadParts): Reader {
  return {
    column,
    hasParts: true,
    read: (texts, format) => {
      const entries = texts.map((text) => read(partsIn(column, text), format));
      return entries.length > 0 && entries.every((entry) => entry !== undefined) ? entries : undefined;
    },
  };
}

function groupOf(column: string, read: ReadParts): Reader {
  return {
    column,
    read: (texts, format) => (texts.length === 1 ? read(partsIn(column, texts[0] ?? ""), format) : undefined),
  };
}

/** The last part keeps its colons. */
function partsIn(column: string, text: string): string[] {
  const count = GOOGLE_GROUPS.get(column)?.length ?? 1;
  const all = text.split(":").map((part) => part.trim());
  return [...all.slice(0, count - 1), all.slice(count - 1).join(":")];
}
