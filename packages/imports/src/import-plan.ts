import type { ImportFormat, ImportPreviewOptions } from "@skucast/contracts/imports/import";
import type { DateOrder, DecimalSign, ImportMapping } from "@skucast/contracts/imports/mapping";
import type { ImportPreset } from "@skucast/contracts/imports/presets";
import type { CombinedRows } from "./combined-rows.js";
import type { FillDown } from "./fill-down.js";
import type { Header } from "./find-header.js";
import type { HeaderPrices } from "./mapping/header-prices.js";
import type { Compression } from "./open-file.js";
import type { RecordPresetName } from "./presets/presets.js";

/** How a file is read. Set when the file arrives, so that the later import reads it in the same way. */
export interface ImportPlan {
  readonly format: ImportFormat;
  readonly compression: Compression;
  readonly delimiter: string;
  /** Default: the double quote. */
  readonly quote?: string | undefined;
  /** For CSV: whether each line is in quotes as a whole, as if it were one cell. */
  readonly isWrapped?: boolean | undefined;
  /** For XLSX: the position of the sheet among those that are not hidden. Default: the first one that is not empty. */
  readonly sheet?: number | undefined;
  readonly columns: readonly string[];
  readonly mapping: ImportMapping;
  readonly fill_down: FillDown;
  /** Prices whose currency only their headers say; undefined if there are none. */
  readonly header_prices?: HeaderPrices | undefined;
  /** The columns by which rows with the same SKU differ, which are combined. */
  readonly combine?: CombinedRows | undefined;
  /** Whether rows after the first ones may be combined, although no columns are known by which they differ. */
  readonly combines_late?: boolean;
  readonly clears_empty: boolean;
  /** Whether an empty cell keeps a sale too, which otherwise ends. */
  readonly keeps_sales?: boolean;
  /** Undefined: detected from the bytes. */
  readonly encoding?: string | undefined;
  /** For JSON and XML: the path of the rows. */
  readonly rows?: string | undefined;
  /** For JSON: whether the value at the path is the only row. */
  readonly isSingle?: boolean | undefined;
  /** For JSON and XML: the path, within a row, of the list of its variants, which are the products. */
  readonly variants?: string | undefined;
  readonly decimal?: DecimalSign | undefined;
  readonly dates?: DateOrder | undefined;
  readonly preset?: ImportPreset | undefined;
  /** The shop whose document has records instead of rows. */
  readonly records?: RecordPresetName | undefined;
  /** How many rows are above the row with the column names, and from there to the first product. Default: 0 and 1. */
  readonly header?: Header | undefined;
  /** Whether a row is rejected for any cell that cannot be read. */
  readonly is_strict?: boolean;
  /** For JSON and XML: what was requested, until the import has looked for columns after the first rows. */
  readonly requested?: RequestedReading | undefined;
}

/** The options that decide how columns are read which first occur after the sampled rows. */
export type RequestedReading = Pick<ImportPreviewOptions, "mapping" | "guess" | "decimal" | "dates">;
