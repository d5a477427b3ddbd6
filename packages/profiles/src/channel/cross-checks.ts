import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { RowCheck } from "@skucast/contracts/channel-profiles/row-check";
import { isGoogleCategory, isNumber, suggestGoogleCategory, TAXONOMY_VERSION } from "../values/google-taxonomy.js";
import { type Cell, memberOf } from "./cell.js";
import { decimals } from "./check-decimals.js";
import { baseMeasure, coversCountry, onlyIn, sameCurrency } from "./country-checks.js";
import { imageFilter } from "./image-check.js";
import { issueOf, type RowIssue, warning } from "./issue.js";
import { measureIssueOf } from "./measure.js";
import { unitPriceChecks } from "./unit-price.js";

/** Checks a whole row: removes values that contradict other values, and returns the issue if there is one. */
export type CheckRow = (cells: Cell[]) => RowIssue | undefined;

type PlaceOf = (name: string) => number;
type CheckOf<Type extends RowCheck["type"]> = RowCheck & { type: Type };
type When = CheckOf<"required_when">["when"];

const DAY_MS = 86_400_000;

/**
 * First the checks that remove measures and images the channel does not accept, then the profile's checks between columns in their
 * order, and last the prices per unit of the prices that remain. `now` is the time from which days are counted, `country` that of the channel's market.
 */
export function crossChecksOf(profile: ProfileDefinition, context: CheckContext): CheckRow[] {
  const placeOf = (name: string): number => {
    const place = profile.columns.findIndex((column) => column.name === name);
    if (place === -1) throw new Error(`${profile.name}@${profile.version} has no column ${name}`);
    return place;
  };
  const measures = profile.columns.flatMap(({ name, units }, place) =>
    units === undefined ? [] : [measured(name, units, place)],
  );
  const checks = profile.checks.map((check) => compile(check, placeOf, { ...context, columns: profile.columns }));
  const images = profile.columns.flatMap((column, place) => imageFilter(column, place) ?? []);
  return [...measures, ...images, ...checks, ...unitPriceChecks(profile.columns, context.now)];
}

interface CheckContext {
  readonly now: Date;
  /** The country in which the channel sells. */
  readonly country: string;
  /** The language in which the channel publishes. */
  readonly language: string;
  readonly currency: string;
}

type ColumnsOf = Pick<ProfileDefinition, "columns">;

function measured(name: string, units: NonNullable<Column["units"]>, place: number): CheckRow {
  return (cells) => {
    const value = cells[place];
    const issue = value === undefined || value === "" ? undefined : measureIssueOf(String(value), name, units);
    if (issue) cells[place] = undefined;
    return issue;
  };
}

function compile(check: RowCheck, placeOf: PlaceOf, context: CheckContext & ColumnsOf): CheckRow {
  const { now, country, language, columns } = context;
  switch (check.type) {
    case "below":
      return below(check, placeOf);
    case "paired":
      return paired(check, placeOf);
    case "members":
      return members(check, placeOf);
    case "different":
      return different(check, placeOf);
    case "false_when":
      return falseWhen(check, placeOf);
    case "implies":
      return implies(check, placeOf);
    case "decimals":
      return decimals(check, columns, context.currency);
    case "required_when":
      return requiredWhen(check, placeOf);
    case "one_of":
      return oneOf(check, placeOf);
    case "within_days":
      return withinDays(check, placeOf, now);
    case "needed_in_category":
      return neededInCategory(check, placeOf, country);
    case "only_in":
      return onlyIn(check, placeOf, country);
    case "covers_country":
      return coversCountry(check, placeOf, country);
    case "same_currency":
      return sameCurrency(check, placeOf);
    case "base_measure":
      return baseMeasure(check, placeOf);
    case "not_past":
      return notPast(check, placeOf, now);
    case "not_expired":
      return notExpired(check, placeOf, now);
    case "stock_agrees":
      return stockAgrees(check, placeOf);
    case "in_taxonomy":
      return inTaxonomy(check, placeOf, language);
  }
}

function below({ column, than, code }: CheckOf<"below">, placeOf: PlaceOf): CheckRow {
  const place = placeOf(column);
  const other = placeOf(than);
  return (cells) => {
    const value = cells[place];
    if (value === undefined) return undefined;
    const amount = Number.parseFloat(String(value));
    if (amount > 0 && amount < Number.parseFloat(String(cells[other]))) return undefined;
    cells[place] = undefined;
    return warning(code, column, `left out: must be above zero and below ${than}`);
  };
}

function paired({ columns }: CheckOf<"paired">, placeOf: PlaceOf): CheckRow {
  const places = columns.map(placeOf);
  const message = `left out: ${columns.slice(0, -1).join(", ")} and ${columns.at(-1)} must be given together`;
  return (cells) => {
    let count = 0;
    for (const place of places) if (cells[place] !== undefined) count += 1;
    if (count === 0 || count === places.length) return undefined;
    const given = places.findIndex((place) => cells[place] !== undefined);
    for (const place of places) cells[place] = undefined;
    return warning("unpaired_value", columns[given] ?? "", message);
  };
}

function members({ column, of, at_least }: CheckOf<"members">, placeOf: PlaceOf): CheckRow {
  const place = placeOf(column);
  return (cells) => {
    const value = cells[place];
    if (value === undefined) return undefined;
    const given = of.filter((member) => memberOf(value, member) !== undefined);
    if (given.length >= at_least) return undefined;
    cells[place] = undefined;
    return warning("unpaired_value", column, `left out: needs at least ${at_least} of ${of.join(", ")}`);
  };
}

function different({ column, from }: CheckOf<"different">, placeOf: PlaceOf): CheckRow {
  const place = placeOf(column);
  const other = placeOf(from);
  return (cells) => {
    if (cells[place] === undefined || cells[place] !== cells[other]) return undefined;
    cells[place] = undefined;
    return warning("same_value", column, `left out: must differ from ${from}`);
  };
}

/** Removes a value that has no meaning without another one. */
function implies({ column, needs, is, is_derived }: CheckOf<"implies">, placeOf: PlaceOf): CheckRow {
  const place = placeOf(column);
  const needed = placeOf(needs);
  const message = `left out: the channel takes it only with ${needs}${is === undefined ? "" : ` ${is}`}`;
  const issue = is_derived ? undefined : warning("unpaired_value", column, message);
  return (cells) => {
    const other = cells[needed];
    if (is === undefined ? other !== undefined : other === is) return undefined;
    const isLost = isGiven(cells[place]) && other === undefined;
    cells[place] = undefined;
    return isLost ? issue : undefined;
  };
}

function falseWhen({ column, when }: CheckOf<"false_when">, placeOf: PlaceOf): CheckRow {
  const place = placeOf(column);
  const applies = conditionOf(when, placeOf);
  const values = when.is.map(String).join(" or ");
  return (cells) => {
    if (cells[place] !== true || !applies(cells)) return undefined;
    cells[place] = false;
    return warning("contradicting_value", column, `set to false: ${when.column} is ${values}`);
  };
}

function requiredWhen(check: CheckOf<"required_when">, placeOf: PlaceOf): CheckRow {
  const { column, when, severity, unless_under: exempt, unless } = check;
  const place = placeOf(column);
  const applies = conditionOf(when, placeOf);
  const exemptionOf = exempt && underCategory(exempt.under, placeOf(exempt.category));
  const isExempt = unless && conditionOf(unless, placeOf);
  return (cells) => {
    if (isGiven(cells[place]) || !applies(cells)) return undefined;
    if (isExempt?.(cells) || exemptionOf?.(cells) !== undefined) return undefined;
    const values = when.is.map(String).join(" or ");
    return issueOf(severity, "missing_value", column, `the channel requires a value when ${when.column} is ${values}`);
  };
}

function oneOf({ columns, unless, severity }: CheckOf<"one_of">, placeOf: PlaceOf): CheckRow {
  const places = columns.map(placeOf);
  const isExempt = unless === undefined ? () => false : conditionOf(unless, placeOf);
  const issue = issueOf(
    severity,
    columns.some((name) => IDENTIFIERS.has(name)) ? "missing_identifier" : "missing_value",
    columns[0] ?? "",
    `the channel requires a value in one of ${columns.join(", ")}`,
  );
  return (cells) => {
    for (const place of places) if (isGiven(cells[place])) return undefined;
    return isExempt(cells) ? undefined : issue;
  };
}

/** Columns for which the hint of `missing_identifier` is right. */
const IDENTIFIERS: ReadonlySet<string> = new Set(["gtin", "mpn"]);

function withinDays({ column, days, severity }: CheckOf<"within_days">, placeOf: PlaceOf, now: Date): CheckRow {
  const place = placeOf(column);
  const latest = now.getTime() + days * DAY_MS;
  const issue = issueOf(severity, "too_far_ahead", column, `must be within ${days} days`);
  return (cells) => {
    const value = cells[place];
    return value !== undefined && Date.parse(String(value)) > latest ? issue : undefined;
  };
}

function neededInCategory(check: CheckOf<"needed_in_category">, placeOf: PlaceOf, country: string): CheckRow {
  const { columns, category, under, countries, at_least, severity } = check;
  if (!countries.includes(country)) return () => undefined;
  const categoryPlace = placeOf(category);
  const places = columns.map(placeOf);
  const categoryOf = underCategory(under, categoryPlace);
  return (cells) => {
    const found = categoryOf(cells);
    if (found === undefined) return undefined;
    const missing = columns.filter((_, i) => !isGiven(cells[places[i] ?? -1]));
    const [first] = missing;
    if (first === undefined || columns.length - missing.length >= (at_least ?? columns.length)) return undefined;
    const which = at_least === undefined ? missing.join(", ") : `${at_least} of ${missing.join(", ")}`;
    const message = `the channel requires ${which} for ${found} in ${country}`;
    return issueOf(severity, "missing_value", first, message);
  };
}

/** The one of these categories that a row's category is or is below; for a number, the last path before it in the list. */
function underCategory(under: readonly string[], place: number): (cells: readonly Cell[]) => string | undefined {
  return (cells) => {
    const cell = cells[place];
    if (cell === undefined) return undefined;
    const value = String(cell).trim();
    const index = under.findIndex((wanted) => value === wanted || value.startsWith(`${wanted} >`));
    return index === -1 ? undefined : (under.slice(0, index + 1).findLast((wanted) => !isNumber(wanted)) ?? value);
  };
}

/** Categories whose result is kept. A channel has fewer, unless they are invented. */
const CATEGORIES_KEPT = 10_000;

/** Only numbers and English paths are known: a path in the language of the channel may be right. */
function inTaxonomy({ column, severity }: CheckOf<"in_taxonomy">, placeOf: PlaceOf, language: string): CheckRow {
  const place = placeOf(column);
  const isEnglish = /^en\b/i.test(language);
  const known = new Map<string, RowIssue | undefined>();
  const check = (value: string): RowIssue | undefined => {
    if (isGoogleCategory(value)) return undefined;
    if (!isEnglish && !isNumber(value)) return warning("unknown_category", column, UNCHECKED);
    const near = suggestGoogleCategory(value);
    const hint = near === null ? "" : `; did you mean ${near}?`;
    const message = `is not in Google's product taxonomy of ${TAXONOMY_VERSION}${hint}`;
    return issueOf(severity, "unknown_category", column, message);
  };
  return (cells) => {
    const cell = cells[place];
    if (!isGiven(cell)) return undefined;
    const value = String(cell);
    if (!known.has(value)) {
      if (known.size >= CATEGORIES_KEPT) known.clear();
      known.set(value, check(value));
    }
    return known.get(value);
  };
}

const UNCHECKED =
  "could not be checked: only the numbers and the English paths of Google's product taxonomy are known; a number is right in every language";

function notExpired({ column, severity }: CheckOf<"not_expired">, placeOf: PlaceOf, now: Date): CheckRow {
  const place = placeOf(column);
  const issue = issueOf(severity, "expired", column, "is in the past, so the channel does not show the product");
  return (cells) => {
    const value = cells[place];
    return value !== undefined && endOf(String(value)) <= now.getTime() ? issue : undefined;
  };
}

/** A date without a time is in the past when its day has ended in every time zone. */
function notPast({ column, when, severity }: CheckOf<"not_past">, placeOf: PlaceOf, now: Date): CheckRow {
  const place = placeOf(column);
  const applies = conditionOf(when, placeOf);
  const issue = issueOf(
    severity,
    "date_passed",
    column,
    `is in the past, but ${when.column} is ${when.is.join(" or ")}`,
  );
  return (cells) => {
    const value = cells[place];
    return value !== undefined && endOf(String(value)) <= now.getTime() && applies(cells) ? issue : undefined;
  };
}

/** The time zone in which a day ends last is UTC−12. */
const LAST_ZONE_MS = DAY_MS / 2;

/** When a date or date-time is in the past, in milliseconds; NaN for other text. */
export const endOf = (date: string): number =>
  Date.parse(date) + (/^\d{4}-\d\d-\d\d$/.test(date) ? DAY_MS + LAST_ZONE_MS : 0);

function stockAgrees({ column, availability, in_stock }: CheckOf<"stock_agrees">, placeOf: PlaceOf): CheckRow {
  const quantity = placeOf(column);
  const state = placeOf(availability);
  const message = `is zero, but ${availability} is ${in_stock}`;
  return (cells) =>
    cells[quantity] === 0 && cells[state] === in_stock
      ? warning("quantity_availability_mismatch", column, message)
      : undefined;
}

function conditionOf({ column, is }: When, placeOf: PlaceOf): (cells: readonly Cell[]) => boolean {
  const place = placeOf(column);
  const values = new Set<Cell>(is);
  return (cells) => values.has(cells[place]);
}

const isGiven = (cell: Cell): boolean => cell !== undefined && cell !== "";
