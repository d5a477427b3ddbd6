import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { ReadRow } from "./read-file.js";

/**
 * Checks a row as a partner would, by the published definition of each column. It is written independently from the
 * contract and shares no code with the mapping.
 */
export function complaintsAbout(row: ReadRow, columns: readonly Column[]): string[] {
  const known = new Set(columns.map(({ name }) => name));
  const unknown = Object.keys(row).filter((name) => !known.has(name));
  return [...unknown.map((name) => `${name} is not a column`), ...columns.flatMap((column) => complaints(row, column))];
}

const MONEY_DECIMALS: Readonly<Record<string, number>> = { USD: 2, JPY: 0, KWD: 3, CLF: 4 };
const PLACEHOLDER = /^(n\/a|none|unknown|null|undefined|generic)$/i;

function complaints(row: ReadRow, column: Column): string[] {
  const { name } = column;
  const value = row[name];
  if (value === undefined || value === "") return column.required ? [`${name} is missing`] : [];
  const found: string[] = [];
  const check = (isWrong: boolean, what: string) => {
    if (isWrong) found.push(`${name} ${what}: ${JSON.stringify(value)?.slice(0, 80)}`);
  };
  if (typeof value === "string") {
    check(column.max !== undefined && [...value].length > column.max, "is too long");
    check(value.includes("\0"), "has a NUL");
    check(!value.isWellFormed(), "has a lone surrogate");
    check(column.placeholder === "error" && PLACEHOLDER.test(value), "is a placeholder");
  }
  check(column.allowed?.includes(String(value)) === false, "is not an allowed value");
  check(column.positive === true && !(Number.parseFloat(String(value)) > 0), "is not positive");
  check(column.check_digit === "error" && !isGtin(String(value)), "is not a GTIN");
  check(column.at_least !== undefined && !(Number(value) >= column.at_least), "is too small");
  check(column.at_most !== undefined && !(Number(value) <= column.at_most), "is too big");
  check(column.units !== undefined && !isWithin(column.units, String(value)), "is outside the bounds of its unit");
  check(!hasFormat(column, value), `does not have the format of ${column.type}`);
  return found;
}

function hasFormat({ type, items_max, with_speed }: Column, value: unknown): boolean {
  switch (type) {
    case "url":
      return typeof value === "string" && URL.canParse(value) && /^https?:/.test(value);
    case "money":
    case "sale_money":
    case "shipping_money":
      return isMoney(String(value));
    case "integer":
      return /^-?\d+$/.test(String(value));
    case "decimal":
    case "decimal_text":
      return Number.isFinite(Number(value));
    case "boolean":
    case "presence":
    case "absence":
      return ["true", "false"].includes(String(value));
    case "sale_window":
      return /^\d{4}-\d\d-\d\dT[\d:]+Z\/\d{4}-\d\d-\d\dT[\d:]+Z$/.test(String(value));
    case "measure":
      return /^\d+(\.\d+)? (g|kg|oz|lb|cm|in|m|mm|ft)$/.test(String(value));
    case "comma_list": {
      const items = Array.isArray(value) ? value : String(value).split(",");
      return items.length <= (items_max ?? Number.POSITIVE_INFINITY) && items.every((item) => !/[\s;]/.test(item));
    }
    case "shipping":
      return nestedItems(value).every((item) => hasParts(item, ["country", "price"], with_speed ? 5 : 4));
    case "variant_options":
      return nestedItems(value).every((item) => hasParts(item, ["name", "value"], 2));
    case "object":
    case "measures":
    case "unit_price":
    case "list":
      return typeof (typeof value === "string" ? JSON.parse(value) : value) === "object";
    default:
      return true;
  }
}

/** Strings with parts, or objects in XML. */
const nestedItems = (value: unknown): unknown[] => (typeof value === "string" ? value.split(",") : [value].flat());

const hasParts = (item: unknown, names: readonly string[], count: number): boolean =>
  typeof item === "object" && item !== null
    ? names.every((name) => name in item)
    : String(item).split(":").length === count;

function isWithin(units: NonNullable<Column["units"]>, measure: string): boolean {
  const [number, unit = ""] = measure.split(" ");
  const { at_least, at_most } = units[unit] ?? { at_least: 1, at_most: 0 };
  return Number(number) >= at_least && Number(number) <= at_most;
}

function isMoney(text: string): boolean {
  const [, fraction, currency] = /^\d{1,10}(?:\.(\d+))? ([A-Z]{3})$/.exec(text) ?? [];
  return currency !== undefined && (fraction ?? "").length === MONEY_DECIMALS[currency];
}

function isGtin(text: string): boolean {
  if (!/^\d+$/.test(text) || ![8, 12, 13, 14].includes(text.length)) return false;
  const digits = [...text].reverse().map(Number);
  return digits.reduce((sum, digit, i) => sum + digit * (i % 2 === 1 ? 3 : 1), 0) % 10 === 0;
}
