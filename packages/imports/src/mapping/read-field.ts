import { productFields } from "@skucast/contracts/products/product";
import { readNumber } from "../values/money.js";
import { isNestedTooDeep, NESTED_TOO_DEEP } from "../values/nested.js";
import { readQuantity } from "../values/quantity.js";
import { readBoolean, readWord } from "../values/words.js";
import { type Draft, refuse } from "./draft.js";

/** Puts the text of a cell, which is not empty, into a draft. */
export type Setter = (draft: Draft, text: string) => void;

const NUMBERS = ["price_amount", "sale_price_amount", "cost_amount", "review_rating"];
const INTEGERS = [
  ...["inventory_quantity", "multipack", "age_restriction", "return_window_days", "review_count", "version"],
];
const BOOLEANS = ["is_bundle", "is_digital", "adult", "accepts_returns"];
const WORDS = ["availability", "condition", "status", "gender", "age_group", "size_type"];
const CAPITALS = ["price_currency", "size_system"];
const LISTS = ["additional_image_urls", "tags", "custom_labels"];
const OBJECTS = [
  ...["variant_options", "dimensions", "shipping", "seller", "translations", "channel_overrides"],
  ...["custom_attributes", "metadata"],
];

const NUMBER_SENTENCE = "must be a number with a point and nothing else, such as 1299.90";

/** How a cell is read into each field that is no plain text. */
const SETTERS: ReadonlyMap<string, Setter> = new Map([
  ...NUMBERS.map((field) => [field, numberOf(field)] as const),
  ...INTEGERS.map((field) => [field, integerOf(field)] as const),
  ...BOOLEANS.map((field) => [field, booleanOf(field)] as const),
  ...WORDS.map((field) => [field, changed(field, (text) => readWord(field, text))] as const),
  ...CAPITALS.map((field) => [field, changed(field, (text) => text.toUpperCase())] as const),
  ...LISTS.map((field) => [field, listOf(field)] as const),
  ...OBJECTS.map((field) => [field, objectOf(field)] as const),
  ["weight", weightOf()],
]);

/** The setter of a product's own field. */
export const fieldSetter = (field: string): Setter => SETTERS.get(field) ?? changed(field, (text) => text);

/** Whether null clears the field; the others cannot be without a value. */
export const isClearable = (field: string): boolean => field in productFields && !NEVER_EMPTY.has(field);

const NEVER_EMPTY: ReadonlySet<string> = new Set([
  ...["sku", "title", "price_amount", "price_currency", "availability", "condition", "status"],
]);

function changed(field: string, change: (text: string) => string): Setter {
  return (draft, text) => {
    draft.body[field] = change(text);
  };
}

function numberOf(field: string): Setter {
  return (draft, text) => {
    const value = readNumber(text);
    if (value === undefined) refuse(draft, `/${field}`, NUMBER_SENTENCE, "invalid_type");
    else draft.body[field] = value;
  };
}

function integerOf(field: string): Setter {
  return (draft, text) => {
    const value = readNumber(text.replace(/\.0+$/, ""));
    if (value === undefined || !Number.isInteger(value))
      refuse(draft, `/${field}`, "must be a whole number", "invalid_type");
    else draft.body[field] = value;
  };
}

function booleanOf(field: string): Setter {
  return (draft, text) => {
    const value = readBoolean(text);
    if (value === undefined) refuse(draft, `/${field}`, "must be true or false", "invalid_type");
    else draft.body[field] = value;
  };
}

/** A list in one cell: as JSON, or parted by commas or bars. Addresses write their own commas as %2C. */
function listOf(field: string): Setter {
  const asJson = objectOf(field);
  return (draft, text) => {
    if (text.startsWith("[")) asJson(draft, text);
    else draft.body[field] = partsOf(text);
  };
}

export const partsOf = (text: string): string[] =>
  text
    .split(/[,|]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");

const WEIGHT_SENTENCE =
  "must be a number with its unit, such as 1.5 kg; for a column of plain numbers map weight.value to it and weight.unit to a constant";

/** A weight as text. */
export const setWeight: Setter = (draft, text) => {
  const quantity = readQuantity(text);
  if (quantity) draft.body.weight = quantity;
  else refuse(draft, "/weight", WEIGHT_SENTENCE);
};

function weightOf(): Setter {
  const asJson = objectOf("weight");
  return (draft, text) => (text.startsWith("{") ? asJson : setWeight)(draft, text);
}

function objectOf(field: string): Setter {
  return (draft, text) => {
    try {
      const value: unknown = JSON.parse(text);
      if (isNestedTooDeep(value)) refuse(draft, `/${field}`, NESTED_TOO_DEEP);
      else draft.body[field] = value;
    } catch {
      refuse(draft, `/${field}`, "must be JSON in one cell", "invalid_type");
    }
  };
}
