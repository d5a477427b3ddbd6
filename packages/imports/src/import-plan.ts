import type { ImportFormat, ImportPreset } from "@skucast/contracts/imports/import";
import type { DateOrder, DecimalSign, ImportMapping } from "@skucast/contracts/imports/mapping";
import type { FillDown } from "./fill-down.js";
import type { Compression } from "./open-file.js";

/** How a file is read. Set when the file arrives, so that the later import reads it in the same way. */
export interface ImportPlan {
  readonly format: ImportFormat;
  readonly compression: Compression;
  readonly delimiter: string;
  readonly columns: readonly string[];
  readonly mapping: ImportMapping;
  readonly fill_down: FillDown;
  readonly clears_empty: boolean;
  /** Undefined: detected from the bytes. */
  readonly encoding?: string | undefined;
  /** For JSON and XML: the path of the rows. */
  readonly rows?: string | undefined;
  readonly decimal?: DecimalSign | undefined;
  readonly dates?: DateOrder | undefined;
  readonly preset?: ImportPreset | undefined;
  /** Whether a row is rejected for any cell that cannot be read. */
  readonly is_strict?: boolean;
}
