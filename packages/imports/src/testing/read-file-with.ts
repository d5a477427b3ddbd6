import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ImportPreviewOptions, importPreviewQuery } from "@skucast/contracts/imports/import";
import { REQUIRED_ON_CREATE } from "@skucast/contracts/products/product";
import { completePlan } from "../complete-plan.js";
import { inspectFile, inspectWholeFile } from "../inspect-file.js";
import { createRowReader, type ImportRow } from "../product-reader.js";
import { readRows } from "../read-rows.js";
import { unwrapWorkbook } from "../unwrap-workbook.js";

const NEEDED: ReadonlySet<string> = new Set(REQUIRED_ON_CREATE);

type Sent = Partial<Record<keyof ImportPreviewOptions, string>>;

/** Reads files like an import: returns the plan, questions, all rows, valid products and errors. */
export const readFileWith =
  (folder: string) =>
  async (content: string | Uint8Array, sent: Sent = {}) => {
    const path = join(folder, "file");
    writeFileSync(path, content);
    await unwrapWorkbook(path);
    const inspected = await inspectWholeFile(
      path,
      await inspectFile(path, { mediaType: null, options: importPreviewQuery.parse(sent) }),
    );
    const plan = await completePlan(path, inspected.plan);
    const reader = createRowReader(plan);
    const rows: ImportRow[] = [];
    for await (const some of readRows(path, plan).rows) rows.push(...some.map((raw) => reader.check(reader.find(raw))));
    // Like an import of new products, which need these fields.
    const isNew = (row: ImportRow) =>
      row.type === "product" &&
      [...NEEDED].every((field) => field in row.body || !row.warnings.some(({ pointer }) => pointer === `/${field}`));
    const products = rows
      .filter(isNew)
      .flatMap((row): Record<string, unknown>[] => (row.type === "product" ? [row.body] : []));
    const faults = rows.flatMap((row) =>
      row.type === "product" ? row.warnings : row.type === "invalid" ? row.faults : [],
    );
    return { ...inspected, plan, rows, products, faults };
  };
