import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import { type CsvForm, csvFormSchema } from "@skucast/contracts/channel-profiles/file-form";
import type { Feed } from "@skucast/contracts/feeds/feed";
import type { Cell } from "../channel/cell.js";
import { error, type RowIssue, warning } from "../channel/issue.js";
import { itemText } from "../values/write-values.js";
import { optionText } from "./cell-text.js";
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
  const isSeparated = columns.some((column) => column.format?.list_separator !== undefined);
  const checks: CellLossOf[] = [];
  if (form && !form.encoding.startsWith("utf")) checks.push(characterLossOf(form));
  if (form?.quoting === "none") checks.push(breakLossOf(form));
  if (isSeparated) checks.push(separatorLoss);
  const optionLosses = optionLossesFor(columns);
  if (checks.length === 0) return optionLosses;
  const textsOf = createTextsOf(columns);
  return (cells) => {
    const options = optionLosses?.(cells) ?? [];
    const texts = textsOf(cells);
    const others = columns.flatMap((column, place): RowIssue[] => {
      const text = texts[place] ?? "";
      return text === "" ? [] : checks.flatMap((check) => check(text, cells[place], column) ?? []);
    });
    return [...options, ...others];
  };
}

const NO_LOSS: readonly RowIssue[] = [];

/** Options have commas and colons between them, unless the column has a separator of its own. */
function optionLossesFor(columns: readonly Column[]): LossOf | undefined {
  const place = columns.findIndex(
    ({ type, format }) => type === "variant_options" && format?.list_separator === undefined,
  );
  const column = columns[place];
  if (column === undefined) return undefined;
  const issue = warning(
    "changed_by_format",
    column.name,
    "written with spaces instead of commas and colons in an option",
  );
  return (cells) => {
    const cell = cells[place];
    return Array.isArray(cell) && cell.some((item) => optionText(item) !== item) ? [issue] : NO_LOSS;
  };
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
