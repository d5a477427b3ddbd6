import type { ImportPreview } from "@skucast/contracts/imports/import";
import type { CellFault } from "./mapping/draft.js";
import type { GivenRow, ImportRow, ProductReader, ReadProduct } from "./product-reader.js";
import type { RawRow } from "./row.js";

/** The result of writing a product now. */
export type Verdict =
  | { readonly type: "created" | "updated" | "unchanged"; readonly warnings?: readonly CellFault[] }
  | { readonly type: "invalid"; readonly faults: readonly CellFault[] };

/** Predicts the results of writing products, each SKU at most once, in order; writes nothing. */
export type Judge = (products: readonly ReadProduct[]) => Promise<readonly Verdict[]>;

/** A row with its predicted result. */
export interface JudgedRow {
  readonly given: GivenRow;
  readonly row: ImportRow;
  readonly verdict: Verdict | { readonly type: "skipped" };
}

const FAULTS_MAX = 20;
/** How many lines with an error are named. */
const LINES_MAX = 3;
const NOT_JUDGED: Verdict = { type: "invalid", faults: [] };

/** Reads some rows of a file and predicts their results, in order, like an import. */
export async function judgeRows(reader: ProductReader, rows: readonly RawRow[], judge: Judge): Promise<JudgedRow[]> {
  const read = rows.map((raw) => {
    const given = reader.find(raw);
    return { given, row: reader.check(given) };
  });
  const products = read.flatMap(({ row }) => (row.type === "product" ? [row] : []));
  const verdicts = (await judge(products)).values();
  return read.map(({ given, row }) => {
    if (row.type !== "product") return { given, row, verdict: row };
    const verdict = verdicts.next().value ?? NOT_JUDGED;
    return { given, row, verdict: verdict.type === "invalid" ? rejectionOf(row.warnings, verdict.faults) : verdict };
  });
}

/**
 * The rejection of a row that lacks values without which its product cannot be stored. What was wrong with a value is more
 * precise than that it is required.
 */
export function rejectionOf(
  warnings: readonly CellFault[],
  faults: readonly CellFault[],
): { readonly type: "invalid"; readonly faults: readonly CellFault[] } {
  const known = new Set(warnings.map(({ pointer }) => pointer));
  // One cell may have both.
  if (PRICE.some((pointer) => known.has(pointer))) for (const pointer of PRICE) known.add(pointer);
  return { type: "invalid", faults: [...faults.filter((fault) => !isRepeated(fault, known)), ...warnings] };
}

const PRICE = ["/price_amount", "/price_currency"];
const isRepeated = ({ code, pointer }: CellFault, known: ReadonlySet<string>): boolean =>
  code === "required" && known.has(pointer);

/** Warnings about a row that would be applied. */
export const warningsOf = (row: ImportRow, verdict: Exclude<Verdict, { type: "invalid" }>): readonly CellFault[] => [
  ...(row.type === "product" ? row.warnings : []),
  ...(verdict.warnings ?? []),
];

type Kind = ImportPreview["checked"]["faults"][number];

/** Counts the results of rows, and their errors and warnings. */
export function countVerdicts(
  judged: readonly JudgedRow[],
): Omit<ImportPreview["checked"], "removed" | "removable" | "exceeds_removal_limit"> {
  const checked = { received: judged.length, created: 0, updated: 0, unchanged: 0, skipped: 0, invalid: 0, warned: 0 };
  const kinds = new Map<string, Kind>();
  const count = (severity: Kind["severity"], line: number, faults: readonly CellFault[]): void => {
    for (const { pointer, code, message } of faults) {
      const kind = `${severity} ${pointer} ${code}`;
      const known = kinds.get(kind) ?? { pointer, code, message, severity, rows: 0, lines: [] };
      const lines = known.lines.length < LINES_MAX ? [...known.lines, line] : known.lines;
      kinds.set(kind, { ...known, rows: known.rows + 1, lines });
    }
  };
  for (const { row, verdict } of judged) {
    checked[verdict.type] += 1;
    if (verdict.type === "invalid") count("error", row.line, verdict.faults);
    const warnings = verdict.type === "invalid" || verdict.type === "skipped" ? [] : warningsOf(row, verdict);
    if (warnings.length > 0) checked.warned += 1;
    count("warning", row.line, warnings);
  }
  const faults = [...kinds.values()].sort((a, b) => b.rows - a.rows).slice(0, FAULTS_MAX);
  return { ...checked, faults };
}
