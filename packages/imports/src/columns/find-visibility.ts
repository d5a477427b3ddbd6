import type { ImportQuestion } from "@skucast/contracts/imports/import";
import type { ImportMapping, ImportRule } from "@skucast/contracts/imports/mapping";
import { isOtherText } from "../mapping/other-texts.js";
import { usedColumns } from "../mapping/rule-column.js";
import { isPublishedSince, type Visibility, visibilityOf } from "../mapping/visibility.js";
import { memberAt } from "../member-at.js";
import type { RawRow } from "../row.js";
import { cleaned } from "../values/cleaned.js";
import { readDate } from "../values/date.js";
import { isUnpublished, NO_WORDS, readBoolean, readPublished } from "../values/words.js";
import type { MappedRows } from "./mapped-rows.js";

/** A column whose name is about whether a product is shown, and that no rule reads. */
interface Candidate extends Visibility {
  readonly column: string;
  /** The target of its rule. */
  readonly target: string;
  readonly values: ReadonlySet<string>;
}

/** The numbers of the targets begin here: lower ones are those of columns that are known by their names. */
const FIRST_NUMBER = 30;
/** A column with more different values that say nothing about it has another meaning. */
const OTHERS_MAX = 8;

/** Maps columns that say whether a product is shown by the words of their names, if all of their values say it, too. */
export function withVisibility(read: MappedRows): ImportMapping {
  const found = candidatesIn(read).filter((one) => one.isCertain && isReadable(one));
  return { ...read.mapping, ...Object.fromEntries(found.map((one) => [one.target, ruleFor(one)])) };
}

/** The questions about the other columns: what they hide must not be published. */
export function askVisibility(read: MappedRows): ImportQuestion[] {
  return candidatesIn(read)
    .filter(({ values, target }) => values.size > 0 && !(target in read.given) && [...values].some(isKnown))
    .map((one) => ({
      code: "published",
      column: one.column,
      message: `Does ${one.column} say which products are shown?`,
      answers: [
        {
          label: one.says === "hidden" ? "Yes: it says which are hidden" : "Yes",
          mapping: { [one.target]: ruleFor(one) },
        },
        { label: "No", mapping: { [one.target]: null } },
      ],
    }));
}

function candidatesIn({ columns, rows, mapping, given, preset = "none" }: MappedRows): Candidate[] {
  // What was sent decides alone, and so do the columns of a known shop.
  if ("status" in given || "published" in given) return [];
  if (preset !== "none" && ("status" in mapping || "published" in mapping)) return [];
  const used = usedColumns(mapping);
  return columns.flatMap((column, place) => {
    const target = `published#${FIRST_NUMBER + place}`;
    if (column === "" || used.has(column) || given[target] === null) return [];
    const named = visibilityOf(column);
    if (named === undefined && isOtherText(column)) return [];
    const values = new Set(rows.flatMap((row) => valueIn(row, column, place)));
    const visibility = named ?? (areStates([...values]) ? OPEN : undefined);
    if (visibility === undefined) return [];
    const others = [...values].filter((value) => !isKnown(value) && !isTime(value));
    return others.length > OTHERS_MAX ? [] : [{ ...visibility, column, target, values }];
  });
}

/** The text of a product's row in a column, if it has one. */
export function valueIn({ cells, members, isSkipped }: RawRow, column: string, place: number): string[] {
  if (isSkipped) return [];
  const value: unknown = cells ? cells[place] : members && memberAt(members, column);
  const isText = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  const text = isText ? cleaned(String(value)) : "";
  return text === "" ? [] : [text];
}

/** What the values of a column say whose name says nothing about it. */
const OPEN: Visibility = { says: "status", isCertain: false };

/** Whether all values are states of a product, and one of them can only mean that it is not shown. */
const areStates = (values: readonly string[]): boolean =>
  values.some(isUnpublished) && values.every((value) => readBoolean(value) === undefined && isKnown(value));

const isKnown = (value: string): boolean => readPublished(value) !== undefined;

/** A column with a status alone, which may also be that of something else, needs a value that says it. */
const isReadable = ({ says, values }: Candidate): boolean =>
  (says !== "status" || values.size > 0) &&
  ([...values].every((value) => (says === "hidden" ? saysHidden(value) : isKnown(value))) ||
    (says === "shown" && [...values].every(isTime)));

/** Whether a value says if a product is hidden: yes or no, a mark, or the date since when it is, as in `deleted_at`. */
const saysHidden = (value: string): boolean =>
  readBoolean(value) !== undefined || /^[x✓✔]$/i.test(value) || isTime(value);

/** A date, or the seconds or milliseconds since 1970. */
const isTime = (value: string): boolean =>
  readDate(value, undefined).type !== "none" || /^\d{9,10}$|^\d{12,13}$/.test(value);

/** In a column that says which products are hidden, everything but no hides. */
function ruleFor({ says, column, values }: Candidate): ImportRule {
  if (says !== "hidden") return values.size > 0 && isPublishedSince(column) ? { column, default: "no" } : column;
  const shown = [...NO_WORDS, ...[...values].filter((value) => readBoolean(value) === false)];
  return { column, words: { ...Object.fromEntries(shown.map((word) => [word.toLowerCase(), "yes"])), "*": "no" } };
}
