import type { DecimalSign } from "@skucast/contracts/imports/mapping";
import { type ReadNumber, readDecimal } from "./decimal.js";
import { halfWidth } from "./half-width.js";
import { VALUE_LENGTH_MAX } from "./value-length.js";

/** A number with its unit, if the text contains one. */
export interface Quantity {
  readonly number: ReadNumber;
  readonly unit: string | undefined;
}

const QUANTITY = /^(-?[.,]?\d[\d.,'’\s]*?)\s*([a-z]{1,12}|["”″'′])?\.?$/iu;
const UNITS: Readonly<Record<string, string | undefined>> = {
  gr: "g",
  gram: "g",
  grams: "g",
  gramm: "g",
  kilogram: "kg",
  kilograms: "kg",
  kilogramm: "kg",
  kgs: "kg",
  lbs: "lb",
  pound: "lb",
  pounds: "lb",
  ounce: "oz",
  ounces: "oz",
  ozs: "oz",
  inch: "in",
  inches: "in",
  '"': "in",
  "”": "in",
  "″": "in",
  foot: "ft",
  feet: "ft",
  "'": "ft",
  "′": "ft",
  centimeter: "cm",
  centimeters: "cm",
  zentimeter: "cm",
  millimeter: "mm",
  millimeters: "mm",
  meter: "m",
  meters: "m",
  metre: "m",
  liter: "l",
  liters: "l",
  litre: "l",
  centiliter: "cl",
  milliliter: "ml",
  milliliters: "ml",
  millilitre: "ml",
  milligram: "mg",
  yard: "yd",
  gallon: "gal",
  pint: "pt",
  quart: "qt",
};

/** Reads `1.5 kg`, `20cm`, `3 lbs` or `1,5 kg`; undefined for other text. */
export function readQuantity(text: string, sign: DecimalSign | undefined): Quantity | undefined {
  const narrow = halfWidth(text);
  if (narrow.length > VALUE_LENGTH_MAX) return undefined;
  const [, digits, unit] = QUANTITY.exec(narrow) ?? [];
  if (digits === undefined) return undefined;
  return { number: readDecimal(digits, sign), unit: unit && unitNamed(unit) };
}

/** A unit in our spelling. */
export const unitNamed = (name: string): string => UNITS[name.toLowerCase()] ?? name.toLowerCase();

const COUNT =
  /^(>|≥|über|mehr als|more than|over|plus de|más de)?\s*(\d[\d.,\s]*?)\s*\+?\s*(?:stk|st|stücke?|stuks?|pcs?|pieces?|units?|items?|ks|kus[yů]?|szt|sztuk[ai]?|pz|pezz[io]|pièces?|piezas?|pe[çc]as?|uds?|unidades|adet|шт|個|点)?\.?$/i;

/** The digits of a count with its unit, such as `12 Stk.`; the least that `>10` or `10+` can mean. */
export function countIn(text: string): string {
  const [, sign, digits] = text.length > VALUE_LENGTH_MAX ? [] : (COUNT.exec(text) ?? []);
  if (digits === undefined) return text;
  const isMore = sign !== undefined && sign !== "≥" && /^\d+$/.test(digits);
  return isMore ? String(Number(digits) + 1) : digits;
}
