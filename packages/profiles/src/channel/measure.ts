import type { Column } from "@skucast/contracts/channel-profiles/column";
import { type RowIssue, warning } from "./issue.js";

type Units = NonNullable<Column["units"]>;

/** A conversion to another unit: multiply by `times`, then move the decimal point by `places`. */
interface Conversion {
  readonly to: string;
  readonly times: bigint;
  readonly places: number;
}

const CONVERSIONS: Readonly<Record<string, Conversion>> = {
  mm: { to: "cm", times: 1n, places: -1 },
  m: { to: "cm", times: 1n, places: 2 },
  ft: { to: "in", times: 12n, places: 0 },
};

/** A decimal string with its unit, converted to a unit that the column accepts if the conversion is exact. */
export function measureIn(units: Units | undefined, decimal: string, unit: string): string {
  const conversion = CONVERSIONS[unit];
  const isTaken = units === undefined || Object.hasOwn(units, unit);
  if (isTaken || conversion === undefined || !Object.hasOwn(units, conversion.to)) return `${decimal} ${unit}`;
  return `${converted(decimal, conversion)} ${conversion.to}`;
}

function converted(decimal: string, { times, places }: Conversion): string {
  const [whole = "", fraction = ""] = decimal.split(".");
  const digits = String(BigInt(whole + fraction) * times);
  const decimals = fraction.length - places;
  if (decimals <= 0) return digits + "0".repeat(-decimals);
  const padded = digits.padStart(decimals + 1, "0");
  return `${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`.replace(/\.?0+$/, "");
}

const MEASURE = /^(\d+(?:\.\d+)?) ?([a-z]+)$/;

/** The issue of a measure in a unit that the column does not accept, or outside the bounds of its unit. */
export function measureIssueOf(measure: string, name: string, units: Units): RowIssue | undefined {
  const [, number, unit = ""] = MEASURE.exec(measure) ?? [];
  const bounds = Object.hasOwn(units, unit) ? units[unit] : undefined;
  if (bounds === undefined) {
    return warning("invalid_value", name, `left out: must be a number in ${Object.keys(units).join(", ")}`);
  }
  const { at_least, at_most } = bounds;
  if (Number(number) < at_least) return warning("too_small", name, `left out: must be at least ${at_least} ${unit}`);
  if (Number(number) > at_most) return warning("too_big", name, `left out: must be at most ${at_most} ${unit}`);
  return undefined;
}
