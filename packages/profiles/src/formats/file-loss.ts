import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import { type CsvForm, csvFormSchema } from "@skucast/contracts/channel-profiles/file-form";
import type { Feed } from "@skucast/contracts/feeds/feed";
import type { Cell } from "../channel/cell.js";
import { error, type RowIssue, warning } from "../channel/issue.js";
import { itemText } from "../values/write-values.js";
import { itemsOf, writtenItem } from "./cell-text.js";
import { createTextsOf } from "./custom-csv.js";
import { encodingNamed } from "./encodings.js";

type LossOf = (cells: readonly Cell[]) => readonly RowIssue[];
type CellLossOf = (text: string, cell: Cell, column: Column) => RowIssue | undefined;

const SHOWN_MAX = 10;

/**
 * Creates the function that returns the issues of a row of which a file in the profile's form cannot hold every
 * character. Undefined if the format holds all of them.
 */
export function fileLossOf(
  { columns, files }: Pick<ProfileDefinition, "columns" | "files">,
  format: Feed["format"] | undefined,
): LossOf | undefined {
  if (format !== "csv" && format !== "tsv") return undefined;
  const form = format === "csv" ? (files?.csv ?? csvFormSchema.parse({})) : undefined;
  const hasSeparator = columns.some((column) => column.format?.list_separator !== undefined);
  const checks: CellLossOf[] = [];
  if (form && !form.encoding.startsWith("utf")) checks.push(characterLossOf(form));
  if (form?.quoting === "none") checks.push(breakLossOf(form));
  if (hasSeparator) checks.push(separatorLoss);
  const itemLosses = itemLossesFor(columns);
  if (checks.length === 0) return itemLosses;
  const textsOf = createTextsOf(columns);
  return (cells) => {
    const items = itemLosses?.(cells) ?? NO_LOSS;
    const texts = textsOf(cells);
    const others = columns.flatMap((column, place): RowIssue[] => {
      const text = texts[place] ?? "";
      return text === "" ? [] : checks.flatMap((check) => check(text, cells[place], column) ?? []);
    });
    return [...items, ...others];
  };
}

const NO_LOSS: readonly RowIssue[] = [];

/** Items have commas and colons between them, unless the column has a separator of its own. */
function itemLossesFor(columns: readonly Column[]): LossOf | undefined {
  const losses = columns.flatMap((column, place) => {
    const isJoined = column.format?.list_separator === undefined && isSeparated(column);
    return isJoined ? [{ column, place, issue: warning("changed_by_format", column.name, itemLoss(column)) }] : [];
  });
  if (losses.length === 0) return undefined;
  return (cells) => {
    let issues = NO_LOSS;
    for (const { column, place, issue } of losses) {
      const cell = cells[place];
      if (!Array.isArray(cell)) continue;
      if (itemsOf(cell, column).some((item) => writtenItem(item, column) !== String(item))) issues = [...issues, issue];
    }
    return issues;
  };
}

const isSeparated = ({ type, parts }: Column): boolean =>
  type === "variant_options" || type === "shipping" || type === "comma_list" || parts !== undefined;

function itemLoss({ type }: Column): string {
  if (type === "variant_options") return "written with spaces instead of commas and colons in an option";
  return type === "text_list"
    ? "written without colons in times, because colons separate its parts"
    : "written with spaces instead of commas in an item, because commas separate items";
}

function characterLossOf({ encoding: name, missing_characters }: CsvForm): CellLossOf {
  const encoding = encodingNamed(name);
  const isRefused = missing_characters === "refuse";
  const outcome = isRefused ? "must not have" : "written with the nearest text or a question mark for";
  const issueOf = isRefused ? error : warning;
  return (text, _cell, column) => {
    const missing = encoding.missingIn(text);
    if (missing.length === 0) return undefined;
    const shown = missing.slice(0, SHOWN_MAX).join(" ");
    return issueOf("changed_by_format", column.name, `${outcome} ${shown}, which ${encoding.label} does not have`);
  };
}

const breakLossOf =
  ({ delimiter }: CsvForm): CellLossOf =>
  (text, _cell, { name }) =>
    text.includes(delimiter) || /[\r\n]/.test(text)
      ? warning("changed_by_format", name, "written with spaces instead of delimiters and line breaks")
      : undefined;

const separatorLoss: CellLossOf = (_text, cell, { name, format }) => {
  const separator = format?.list_separator;
  if (separator === undefined || !Array.isArray(cell)) return undefined;
  if (!cell.some((item) => itemText(item).includes(separator))) return undefined;
  const message = `written with spaces instead of ${JSON.stringify(separator)} inside the items`;
  return warning("changed_by_format", name, message);
};
