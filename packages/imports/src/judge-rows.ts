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
const NOT_JUDGED: Verdict = { type: "invalid", faults: [] };

/** Reads some rows of a file and predicts their results, in order, like an import. */
export async function judgeRows(reader: ProductReader, rows: readonly RawRow[], judge: Judge): Promise<JudgedRow[]> {
  const read = rows.map((raw) => {
    const given = reader.find(raw);
    return { given, row: reader.check(given) };
  });
  const products = read.flatMap(({ row }) => (row.type === "product" ? [row] : []));
  const verdicts = (await judge(products)).values();
  return read.map(({ given, row }) => ({
    given,
    row,
    verdict: row.type === "product" ? (verdicts.next().value ?? NOT_JUDGED) : row,
  }));
}

/** Warnings about a row that would be applied. */
export const warningsOf = (row: ImportRow, verdict: Exclude<Verdict, { type: "invalid" }>): readonly CellFault[] => [
  ...(row.type === "product" ? row.warnings : []),
  ...(verdict.warnings ?? []),
];

type Kind = ImportPreview["checked"]["faults"][number];

/** Counts the results of rows, and their errors and warnings. */
export function countVerdicts(judged: readonly JudgedRow[]): ImportPreview["checked"] {
  const checked = { received: judged.length, created: 0, updated: 0, unchanged: 0, skipped: 0, invalid: 0, warned: 0 };
  const kinds = new Map<string, Kind>();
  const count = (severity: Kind["severity"], faults: readonly CellFault[]): void => {
    for (const { pointer, code, message } of faults) {
      const kind = `${severity} ${pointer} ${code}`;
      const known = kinds.get(kind) ?? { pointer, code, message, severity, rows: 0 };
      kinds.set(kind, { ...known, rows: known.rows + 1 });
    }
  };
  for (const { row, verdict } of judged) {
    checked[verdict.type] += 1;
    if (verdict.type === "invalid") count("error", verdict.faults);
    const warnings = verdict.type === "invalid" || verdict.type === "skipped" ? [] : warningsOf(row, verdict);
    if (warnings.length > 0) checked.warned += 1;
    count("warning", warnings);
  }
  const faults = [...kinds.values()].sort((a, b) => b.rows - a.rows).slice(0, FAULTS_MAX);
  return { ...checked, faults };
}
