import type { RowCheck } from "@skucast/contracts/channel-profiles/row-check";
import type { Cell } from "./cell.js";
import { issueOf, type RowIssue, warning } from "./issue.js";

type PlaceOf = (name: string) => number;
type CheckOf<Type extends RowCheck["type"]> = RowCheck & { type: Type };
/** Like `CheckRow` in cross-checks.ts. */
type CheckCells = (cells: Cell[]) => RowIssue | undefined;

/** A value for other countries is removed. */
export function onlyIn({ column, countries }: CheckOf<"only_in">, placeOf: PlaceOf, country: string): CheckCells {
  const place = placeOf(column);
  if (countries.includes(country)) return () => undefined;
  const issue = warning("not_for_market", column, `left out: the channel takes it only in ${countries.join(", ")}`);
  return (cells) => {
    if (!isGiven(cells[place])) return undefined;
    cells[place] = undefined;
    return issue;
  };
}

/** Entries such as `US:::4.00 USD`: if there are any, one must be for the channel's country. */
export function coversCountry(
  { column, severity }: CheckOf<"covers_country">,
  placeOf: PlaceOf,
  country: string,
): CheckCells {
  const place = placeOf(column);
  const issue = issueOf(severity, "missing_value", column, `the channel requires an entry for ${country}`);
  return (cells) => {
    const cell = cells[place];
    if (!Array.isArray(cell) || cell.length === 0) return undefined;
    return cell.some((entry) => String(entry).startsWith(`${country}:`)) ? undefined : issue;
  };
}

const AMOUNT_CURRENCY = /\d ([A-Z]{3})(?=:|$)/g;

/** Amounts in another currency than the price's are removed. */
export function sameCurrency({ column, as }: CheckOf<"same_currency">, placeOf: PlaceOf): CheckCells {
  const place = placeOf(column);
  const other = placeOf(as);
  return (cells) => {
    const cell = cells[place];
    if (!isGiven(cell)) return undefined;
    const wanted = String(cells[other] ?? "").slice(-3);
    const texts = Array.isArray(cell) ? cell.map(String) : [String(cell)];
    const found = texts.flatMap((text) => Array.from(text.matchAll(AMOUNT_CURRENCY), ([, currency]) => currency));
    const differing = found.find((currency) => currency !== wanted);
    if (differing === undefined || wanted === "") return undefined;
    cells[place] = undefined;
    return warning("not_for_market", column, `left out: it is in ${differing}, but ${as} is in ${wanted}`);
  };
}

const KINDS: readonly (readonly string[])[] = [
  ["oz", "lb", "mg", "g", "kg"],
  ["floz", "pt", "qt", "gal", "ml", "cl", "l", "cbm"],
  ["in", "ft", "yd", "cm", "m"],
  ["sqft", "sqm"],
];
const MEASURE = /^(\d+(?:\.\d+)?) ?([a-z]+)$/;

/** The quantity that a price per unit is for: one of the channel's, of the same kind as the content. */
export function baseMeasure(check: CheckOf<"base_measure">, placeOf: PlaceOf): CheckCells {
  const { column, measure, numbers, others } = check;
  const place = placeOf(column);
  const other = placeOf(measure);
  const allowed = [...numbers.map(String), ...others].join(", ");
  return (cells) => {
    const base = cells[place];
    if (!isGiven(base)) return undefined;
    const content = cells[other];
    const [, number = "", unit = ""] = MEASURE.exec(String(base)) ?? [];
    const isAllowed = numbers.includes(Number(number)) || others.includes(`${number} ${unit}`);
    const isSameKind = isGiven(content) && areOfOneKind(unit, MEASURE.exec(String(content))?.[2] ?? "");
    if (isAllowed && isSameKind) return undefined;
    cells[place] = undefined;
    if (!isGiven(content)) return warning("unpaired_value", column, `left out: it needs ${measure}`);
    const rule = isAllowed ? `must have a unit of the same kind as ${measure}` : `must be one of ${allowed}`;
    return warning("invalid_value", column, `left out: ${rule}`);
  };
}

const areOfOneKind = (one: string, other: string): boolean =>
  one === other || KINDS.some((kind) => kind.includes(one) && kind.includes(other));

const isGiven = (cell: Cell): boolean => cell !== undefined && cell !== "";
