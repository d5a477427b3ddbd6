import { hash as digest } from "node:crypto";
import type { ProductUpsert } from "@skucast/contracts/products/product";
import { skuSchema } from "@skucast/contracts/products/product";
import { checkBody } from "./check-row.js";
import { hasHeader } from "./formats.js";
import type { ImportPlan } from "./import-plan.js";
import { compileMapping, type Mapping, type ReadRow } from "./mapping/compile-mapping.js";
import type { CellFault } from "./mapping/draft.js";
import type { RawRow } from "./row.js";
import { createSkuSet } from "./sku-set.js";

interface AtLine {
  readonly line: number;
  readonly sku: string | null;
}

/** A row of which nothing but the SKU has been read. */
export interface GivenRow extends AtLine {
  readonly raw: RawRow;
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

/** What a row says of a product. */
export interface ReadProduct {
  readonly body: ProductUpsert;
  /** Fields of which the row holds all members. */
  readonly replaces: readonly string[];
  /** Whether the availability follows from a stock count alone: a stored preorder stays one then. */
  readonly isAvailabilityDerived: boolean;
  /** What holds besides where there is no such product yet. */
  readonly ifNew: Partial<ProductUpsert>;
}

/** A row as it is to be written, with what was left out of it, or why it is not. */
export type ImportRow =
  | (AtLine &
      ReadProduct & {
        readonly type: "product";
        readonly sku: string;
        readonly hash: string | undefined;
        readonly warnings: readonly CellFault[];
      })
  | (AtLine & { readonly type: "skipped" })
  | (AtLine & { readonly type: "invalid"; readonly faults: readonly CellFault[] });

/** Raise this when the same words, read the same way, come to mean something else. */
const MEANING = 4;
const DUPLICATE = {
  pointer: "/sku",
  code: "duplicate_in_file",
  message: "stands earlier in this file; give each SKU once",
};

/** Makes the reader of a file's rows; an SKU that was named before is a fault. */
export function createRowReader(plan: ImportPlan): ProductReader {
  const mapping = mappingOf(plan);
  const seen = createSkuSet();
  const way = digest("sha256", JSON.stringify([MEANING, { ...plan, compression: undefined }]));
  const hashOf = (row: RawRow) => digest("sha256", way + (row.text ?? JSON.stringify(row.cells ?? row.members)), "hex");
  return {
    find(raw) {
      const sku = skuOf(mapping.readSku(raw));
      const isRepeated = sku !== null && !seen.add(sku);
      return { line: raw.line, sku, raw, isRepeated, hash: sku === null || isRepeated ? undefined : hashOf(raw) };
    },
    check: (row) => checkRow(row, mapping.read(row.raw), plan.is_strict ?? false),
    bodyOf: ({ raw }) => mapping.read(raw).body,
  };
}

function checkRow({ line, sku, raw, isRepeated, hash }: GivenRow, read: ReadRow, isStrict: boolean): ImportRow {
  if (raw.isSkipped) return { type: "skipped", line, sku: null };
  if (isRepeated)
    return { type: "invalid", line, sku, faults: [{ ...DUPLICATE, ...(sku !== null && { value: sku }) }] };
  const { replaces, isAvailabilityDerived } = read;
  const checked = checkBody(read.body, read.faults, isStrict);
  if ("faults" in checked) return { type: "invalid", line, sku, faults: checked.faults };
  const { body, warnings, ifNew } = checked;
  // What a row with a version means depends on the version that is stored, and of one with warnings each import has to tell.
  const isKnowable = body.version === undefined && warnings.length === 0;
  return {
    type: "product",
    line,
    sku: body.sku,
    body,
    replaces,
    isAvailabilityDerived,
    ifNew,
    warnings,
    hash: isKnowable ? hash : undefined,
  };
}

/** Makes the reader that finds nothing but the SKU of each row; null where there is none. */
export function createSkuReader(plan: ImportPlan): (row: RawRow) => string | null {
  const mapping = mappingOf(plan);
  return (raw) => skuOf(mapping.readSku(raw));
}

const mappingOf = (plan: ImportPlan): Mapping =>
  compileMapping({
    columns: plan.columns,
    mapping: plan.mapping,
    clearsEmpty: plan.clears_empty,
    notesUnknown: hasHeader(plan.format) || plan.format === "xml" ? "none" : plan.is_strict ? "all" : "unseen",
    decimal: plan.decimal,
    dates: plan.dates,
  });

function skuOf(value: unknown): string | null {
  const parsed = skuSchema.safeParse(value);
  return parsed.success ? parsed.data : null;
}
