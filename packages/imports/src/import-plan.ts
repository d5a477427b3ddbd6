import type { ImportFormat } from "@skucast/contracts/imports/import";
import type { ImportMapping } from "@skucast/contracts/imports/mapping";
import type { FillDown } from "./mapping/guess-mapping.js";
import type { Compression } from "./open-file.js";

/** How a file is read: settled when it arrives, so that whoever imports it later reads it the same. */
export interface ImportPlan {
  readonly format: ImportFormat;
  readonly compression: Compression;
  readonly delimiter: string;
  readonly columns: readonly string[];
  readonly mapping: ImportMapping;
  readonly fill_down: FillDown;
  readonly clears_empty: boolean;
}
