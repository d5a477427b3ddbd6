import type { ImportQuestion } from "@skucast/contracts/imports/import";
import { REASONS_COLUMN } from "@skucast/contracts/imports/report";
import { validationFailed } from "@skucast/contracts/problem";
import { type Beginning, firstRows } from "./beginning.js";
import { areKnown } from "./recognize-product.js";
import type { RawRow } from "./row.js";
import { beginningsOfSheets } from "./xlsx/read-workbook.js";

const SHEETS_MAX = 20;
const HEADER_ROWS_MAX = 10;
const READ = { delimiter: ",", encoding: undefined, rows: undefined };
const PLAN = { format: "xlsx", compression: "none", ...READ } as const;
const ALL = { format: "xlsx", compression: "none", read: READ, encoding: "utf-8" } as const;

/**
 * The first rows of a workbook: of the named sheet, otherwise of the first visible one with the column names of products,
 * which may be behind sheets with instructions. Asks which sheet is meant if there are several. Throws a Problem if no
 * visible sheet has the name.
 */
export async function inspectWorkbook(path: string, named: string | undefined): Promise<Beginning> {
  const sheets = await beginningsOfSheets(path, { sheetsMax: SHEETS_MAX, rowsMax: HEADER_ROWS_MAX + 1 });
  if (named !== undefined) return ofSheet(path, placeOf(named, sheets), sheets);
  const known = [...sheets.keys()].filter((place) => hasProducts(sheets[place]?.rows ?? []));
  const [first, ...others] = known;
  // The first sheet that is not empty is read.
  const filled = sheets.find(({ rows }) => rows.length > 0);
  if (first === undefined) return { ...ALL, sample: await firstRows(path, PLAN), parts: filled ? [filled.name] : [] };
  const questions = others.length === 0 ? [] : [askSheet(known.map((place) => sheets[place]?.name ?? ""))];
  return { ...(await ofSheet(path, first, sheets)), questions };
}

async function ofSheet(path: string, sheet: number, sheets: readonly Sheet[]): Promise<Beginning> {
  const parts = sheets.slice(sheet, sheet + 1).map(({ name }) => name);
  return { ...ALL, read: { ...READ, sheet }, sample: await firstRows(path, { ...PLAN, sheet }), parts };
}

interface Sheet {
  readonly name: string;
  readonly rows: readonly RawRow[];
}

function placeOf(named: string, sheets: readonly Sheet[]): number {
  const place = sheets.findIndex(({ name }) => name.trim().toLowerCase() === named.trim().toLowerCase());
  if (place >= 0) return place;
  const [only, ...others] = sheets;
  if (only !== undefined && others.length === 0 && isOfCorrections(only)) return 0;
  const message = `the workbook has no visible sheet ${named}. Its sheets: ${sheets.map(({ name }) => name).join(", ")}`;
  throw validationFailed([{ pointer: "/sheet", code: "not_found", message: message.slice(0, 1_000) }]);
}

/** Whether a sheet has rows to correct, which come from the sheet that the import named. */
const isOfCorrections = ({ rows }: Sheet): boolean => rows[0]?.cells?.includes(REASONS_COLUMN) ?? false;

/** Whether rows have column names and at least one row below. */
function hasProducts(rows: readonly RawRow[]): boolean {
  const header = rows.slice(0, HEADER_ROWS_MAX).findIndex(({ cells = [] }) => areKnown(cells));
  return header >= 0 && rows.length > header + 1;
}

const askSheet = (names: readonly string[]): ImportQuestion => ({
  code: "sheet",
  column: null,
  message: `Which sheet has the products? Several have their columns; ${names[0]} is read. Import each one that you need.`,
  answers: names.map((name) => ({ label: name, options: { sheet: name } })),
});
