import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ImportPreviewOptions, importPreviewQuery } from "@skucast/contracts/imports/import";
import { inspectFile, inspectWholeFile } from "../inspect-file.js";
import { createRowReader, type ImportRow } from "../product-reader.js";
import { readRows } from "../read-rows.js";

type Sent = Partial<Record<keyof ImportPreviewOptions, string>>;

/** Reads files like an import: returns the plan, questions, all rows, valid products and errors. */
export const readFileWith =
  (folder: string) =>
  async (content: string | Uint8Array, sent: Sent = {}) => {
    const path = join(folder, "file");
    writeFileSync(path, content);
    const inspected = await inspectWholeFile(
      path,
      await inspectFile(path, { mediaType: null, options: importPreviewQuery.parse(sent) }),
    );
    const reader = createRowReader(inspected.plan);
    const rows: ImportRow[] = [];
    for await (const some of readRows(path, inspected.plan).rows)
      rows.push(...some.map((raw) => reader.check(reader.find(raw))));
    const products = rows.flatMap((row): Record<string, unknown>[] => (row.type === "product" ? [row.body] : []));
    const faults = rows.flatMap((row) =>
      row.type === "product" ? row.warnings : row.type === "invalid" ? row.faults : [],
    );
    return { ...inspected, rows, products, faults };
  };
