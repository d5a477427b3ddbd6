import type { LENGTH_UNITS } from "./field-schemas.js";

type LengthUnit = (typeof LENGTH_UNITS)[number];

const MILLIMETERS: Readonly<Record<LengthUnit, number>> = { mm: 1, cm: 10, m: 1000, in: 25.4, ft: 304.8 };
const DIGITS_MAX = 10;

/** A length in another unit: 5 cm are 50 mm. Undefined if one of the units is none of a length. */
export function lengthIn(value: number, from: string, to: string): number | undefined {
  if (!isLengthUnit(from) || !isLengthUnit(to)) return undefined;
  return Number(((value * MILLIMETERS[from]) / MILLIMETERS[to]).toPrecision(DIGITS_MAX));
}

const isLengthUnit = (unit: string): unit is LengthUnit => Object.hasOwn(MILLIMETERS, unit);
