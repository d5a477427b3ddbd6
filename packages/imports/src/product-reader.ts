import { hash as digest } from "node:crypto";
import { faultsOf } from "@skucast/contracts/faults";
import { LIMITS } from "@skucast/contracts/limits";
import type { Fault } from "@skucast/contracts/problem";
import { type ProductUpsert, productUpsertSchema, skuSchema } from "@skucast/contracts/products/product";
import { hasHeader } from "./formats.js";
import type { ImportPlan } from "./import-plan.js";
import { compileMapping, type FilledRow, type Mapping, type ReadRow } from "./mapping/compile-mapping.js";
import type { RawRow } from "./row.js";
import { createSkuSet } from "./sku-set.js";

interface AtLine {
  readonly line: number;
  readonly sku: string | null;
}

/** A row of which nothing but the SKU has been read. */
export interface GivenRow extends AtLine {
  readonly filled: FilledRow;
  /** Of all that it says and of how it is read, hexadecimal; undefined for one that cannot be known again. */
  readonly hash: string | undefined;
  /** Whether an earlier row of the file names the same SKU. */
  readonly isRepeated: boolean;
}

/** Reads the rows of a file. */
export interface ProductReader {
  /** Finds a row's SKU. Rows are given to it in their order, once each. */
  find(raw: RawRow): GivenRow;
  /** Reads a row by the mapping and checks it by the same rules as those of POST /products. */
  check(row: GivenRow): ImportRow;
  /** What a row says of a product, whether it is right or not. */
  bodyOf(row: GivenRow): Readonly<Record<string, unknown>>;
}

/** A row as it is to be written, or why it is not. */
export type ImportRow =
  | (AtLine & {
      readonly type: "product";
      readonly sku: string;
      readonly hash: string | undefined;
      readonly body: ProductUpsert;
    })
  | (AtLine & { readonly type: "skipped" })
  | (AtLine & { readonly type: "invalid"; readonly faults: readonly Fault[] });

/** Raise this when the same words, read the same way, come to mean something else. */
const MEANING = 3;
const DUPLICATE = {
  ...{ pointer: "/sku", code: "duplicate_in_file" },
  message: "stands earlier in this file; give each SKU once",
};

/** Makes the reader of a file's rows; an SKU that was named before is a fault. */
export function createRowReader(plan: ImportPlan): ProductReader {
  const mapping = mappingOf(plan);
  const seen = createSkuSet();
  const { format, delimiter, columns, mapping: rules, fill_down: fills, clears_empty: clears } = plan;
  const way = digest("sha256", JSON.stringify([MEANING, format, delimiter, columns, rules, fills, clears]));
  const hashOf = ({ row }: FilledRow) =>
    digest("sha256", way + (row.text ?? JSON.stringify(row.cells ?? row.members)), "hex");
  return {
    find(raw) {
      const filled = mapping.fill(raw);
      const sku = skuOf(mapping.readSku(filled));
      const isRepeated = sku !== null && !seen.add(sku);
      return { line: raw.line, sku, filled, isRepeated, hash: sku === null || isRepeated ? undefined : hashOf(filled) };
    },
    check: (row) => checkRow(row, mapping.read(row.filled)),
    bodyOf: ({ filled }) => mapping.read(filled).body,
  };
}

function checkRow({ line, sku, filled, isRepeated, hash }: GivenRow, { body, faults }: ReadRow): ImportRow {
  if (filled.isSkipped) return { type: "skipped", line, sku: null };
  if (isRepeated) return { type: "invalid", line, sku, faults: [DUPLICATE] };
  const parsed = productUpsertSchema.safeParse(body);
  if (parsed.success && faults.length === 0) return productRow(line, hash, parsed.data);
  const rules = parsed.success ? [] : faultsOf(parsed.error, productUpsertSchema, LIMITS.importErrorsPerRowMax);
  return { type: "invalid", line, sku, faults: merged(faults, rules) };
}

/** What a row with a version of its own means depends on the version that is stored: it cannot be known again. */
const productRow = (line: number, hash: string | undefined, body: ProductUpsert): ImportRow => ({
  ...{ type: "product", line, sku: body.sku, body },
  hash: body.version === undefined ? hash : undefined,
});

/** Makes the reader that finds nothing but the SKU of each row; null where there is none. */
export function createSkuReader(plan: ImportPlan): (row: RawRow) => string | null {
  const mapping = mappingOf(plan);
  return (raw) => skuOf(mapping.readSku(mapping.fill(raw)));
}

const mappingOf = (plan: ImportPlan): Mapping =>
  compileMapping({
    columns: plan.columns,
    mapping: plan.mapping,
    fillDown: plan.fill_down,
    clearsEmpty: plan.clears_empty,
    isStrict: isStrict(plan),
  });

const isStrict = ({ format }: ImportPlan): boolean => !hasHeader(format) && format !== "xml";

function skuOf(value: unknown): string | null {
  const parsed = skuSchema.safeParse(value);
  return parsed.success ? parsed.data : null;
}

/** What reading found says more than what the rules find of the field that is then missing. */
function merged(found: readonly Fault[], rules: readonly Fault[]): Fault[] {
  const told = new Set(found.map(({ pointer }) => pointer));
  const isWhole = told.has("");
  return [...found, ...rules.filter(({ pointer }) => !isWhole && !told.has(pointer))].slice(
    0,
    LIMITS.importErrorsPerRowMax,
  );
}
