import type { ImportPreview } from "@skucast/contracts/imports/import";
import type { Fault } from "@skucast/contracts/problem";
import type { ProductUpsert } from "@skucast/contracts/products/product";
import type { GivenRow, ImportRow, ProductReader } from "./product-reader.js";
import type { RawRow } from "./row.js";

/** What would become of a product, were it written now. */
export type Verdict =
  | { readonly type: "created" | "updated" | "unchanged" }
  | { readonly type: "invalid"; readonly faults: readonly Fault[] };

/** Says of products, each SKU once, what would become of each, in order; writes nothing. */
export type Judge = (products: readonly ProductUpsert[]) => Promise<readonly Verdict[]>;

/** A row with what would become of it. */
export interface JudgedRow {
  readonly given: GivenRow;
  readonly row: ImportRow;
  readonly verdict: Verdict | { readonly type: "skipped" };
}

const FAULTS_MAX = 20;
const NOT_JUDGED: Verdict = { type: "invalid", faults: [] };

/** Reads and judges some rows of a file in their order, as an import would. */
export async function judgeRows(reader: ProductReader, rows: readonly RawRow[], judge: Judge): Promise<JudgedRow[]> {
  const read = rows.map((raw) => {
    const given = reader.find(raw);
    return { given, row: reader.check(given) };
  });
  const products = read.flatMap(({ row }) => (row.type === "product" ? [row.body] : []));
  const verdicts = (await judge(products)).values();
  return read.map(({ given, row }) => ({
    ...{ given, row },
    verdict: row.type === "product" ? (verdicts.next().value ?? NOT_JUDGED) : row,
  }));
}

/** What becomes of rows, counted, and what they would be refused for. */
export function countVerdicts(judged: readonly JudgedRow[]): ImportPreview["checked"] {
  const checked = { received: judged.length, created: 0, updated: 0, unchanged: 0, skipped: 0, invalid: 0 };
  const kinds = new Map<string, ImportPreview["checked"]["faults"][number]>();
  for (const { verdict } of judged) {
    checked[verdict.type] += 1;
    for (const { pointer, code, message } of verdict.type === "invalid" ? verdict.faults : []) {
      const kind = `${pointer} ${code}`;
      const known = kinds.get(kind) ?? { pointer, code, message, rows: 0 };
      kinds.set(kind, { ...known, rows: known.rows + 1 });
    }
  }
  const faults = [...kinds.values()].sort((a, b) => b.rows - a.rows).slice(0, FAULTS_MAX);
  return { ...checked, faults };
}
