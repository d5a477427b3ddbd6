import type { DecimalSign } from "@skucast/contracts/imports/mapping";
import { type ReadNumber, readDecimal } from "./decimal.js";
import { halfWidth } from "./half-width.js";

/** A number with its unit, if the text contains one. */
export interface Quantity {
  readonly number: ReadNumber;
  readonly unit: string | undefined;
}

const QUANTITY = /^(-?\d[\d.,'’\s]*?)\s*([a-z]{1,12}|["”″'′])?\.?$/iu;
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
};

/** Reads `1.5 kg`, `20cm`, `3 lbs` or `1,5 kg`; undefined for other text. */
export function readQuantity(text: string, sign: DecimalSign | undefined): Quantity | undefined {
  const [, digits, unit] = QUANTITY.exec(halfWidth(text)) ?? [];
  if (digits === undefined) return undefined;
  return { number: readDecimal(digits, sign), unit: unit && unitNamed(unit) };
}

/** A unit in our spelling. */
export const unitNamed = (name: string): string => UNITS[name.toLowerCase()] ?? name.toLowerCase();
