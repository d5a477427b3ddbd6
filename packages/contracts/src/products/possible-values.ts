import { z } from "zod";
import { COUNTRIES } from "../codes/countries.js";
import { CURRENCY_DECIMALS } from "../codes/currencies.js";
import { type ProductField, productFields } from "./product.js";

/** The values that a field can have, as far as they are known. `any` text or list, and nothing, is always possible. */
export type PossibleValues =
  | { readonly type: "any" | "date" | "money" | "url" }
  /** No other text than these. */
  | { readonly type: "words"; readonly words: readonly string[] }
  | { readonly type: "number"; readonly min: number; readonly max: number; readonly isInteger: boolean }
  /** There is no such member. */
  | { readonly type: "nothing"; readonly members: readonly string[] }
  /** It has no text of its own. Without `members` it has any. */
  | { readonly type: "object"; readonly members?: readonly string[] | undefined }
  | { readonly type: "list"; readonly item: PossibleValues };

const ANY: PossibleValues = { type: "any" };
const FLAG: PossibleValues = { type: "words", words: ["true", "false"] };

/** The values of a product's field, or of one of its members, such as the unit of weight. */
export function possibleValuesOfField(field: string, member: string | undefined): PossibleValues {
  if (!Object.hasOwn(productFields, field)) return valuesByName(field) ?? ANY;
  const schema: z.ZodType = productFields[field as ProductField];
  if (member === undefined) return valuesByName(field) ?? valuesOfSchema(schema);
  // The members of records are chosen by the merchant; rules can read an item of a list by its position.
  if (schema instanceof z.ZodArray) return /^\d+$/.test(member) ? ANY : { type: "nothing", members: [] };
  if (!(schema instanceof z.ZodObject)) return isWithMembers(schema) ? ANY : { type: "nothing", members: [] };
  const inner: z.ZodType | undefined = schema.shape[member];
  if (inner === undefined) return { type: "nothing", members: Object.keys(schema.shape) };
  return valuesByName(member) ?? valuesOfSchema(inner);
}

const isWithMembers = (schema: z.ZodType): boolean =>
  ![z.ZodString, z.ZodEnum, z.ZodNumber, z.ZodBoolean].some((kind) => schema instanceof kind);

/** Fields whose schema is that of a string. */
function valuesByName(name: string): PossibleValues | undefined {
  if (/_(?:at|date)$/.test(name)) return { type: "date" };
  if (/^(?:\w+_)?url$/.test(name)) return { type: "url" };
  if (name === "price_currency") return { type: "words", words: [...CURRENCY_DECIMALS.keys()] };
  if (name === "ships_from_country") return { type: "words", words: [...COUNTRIES] };
  return undefined;
}

function valuesOfSchema(schema: z.ZodType): PossibleValues {
  if (schema instanceof z.ZodOptional) return valuesOfSchema(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodEnum) return { type: "words", words: schema.options.map(String) };
  if (schema instanceof z.ZodBoolean) return FLAG;
  if (schema instanceof z.ZodNumber) {
    const { minValue, maxValue, isInt } = schema;
    return { type: "number", min: minValue ?? -Infinity, max: maxValue ?? Infinity, isInteger: isInt };
  }
  // An amount: a number, or the same as a string, which is stored as a number.
  if (schema instanceof z.ZodUnion) {
    const number = schema.options.find((option) => option instanceof z.ZodNumber);
    return number === undefined ? ANY : valuesOfSchema(number);
  }
  if (schema instanceof z.ZodArray) return { type: "list", item: valuesOfSchema(schema.element as z.ZodType) };
  if (schema instanceof z.ZodObject) return { type: "object", members: Object.keys(schema.shape) };
  return schema instanceof z.ZodRecord ? { type: "object" } : ANY;
}
