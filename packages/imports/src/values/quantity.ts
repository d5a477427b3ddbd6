import { readNumber } from "./money.js";

/** A number with the unit that it is in. */
export interface Quantity {
  readonly value: number;
  readonly unit: string;
}

const QUANTITY = /^(\d+(?:\.\d+)?)\s*([a-z]{1,3})$/i;

/** `1.5 kg`, `20cm`, `3 lbs`; undefined for a number without a unit. */
export function readQuantity(text: string): Quantity | undefined {
  const [, digits = "", unit = ""] = QUANTITY.exec(text) ?? [];
  const value = readNumber(digits);
  return value === undefined ? undefined : { value, unit: unit.toLowerCase().replace(/^(lb|kg|g|oz)s$/, "$1") };
}
