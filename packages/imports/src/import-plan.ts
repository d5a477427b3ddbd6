import type { ImportFormat, ImportPreset } from "@skucast/contracts/imports/import";
import type { DateOrder, DecimalSign, ImportMapping } from "@skucast/contracts/imports/mapping";
import type { FillDown } from "./fill-down.js";
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
  /** Undefined: as the bytes show. */
  readonly encoding?: string | undefined;
  /** Of json and xml: where the rows are. */
  readonly rows?: string | undefined;
  readonly decimal?: DecimalSign | undefined;
  readonly dates?: DateOrder | undefined;
  readonly preset?: ImportPreset | undefined;
  /** Whether a row is refused for any cell that cannot be read. */
  readonly is_strict?: boolean;
}
