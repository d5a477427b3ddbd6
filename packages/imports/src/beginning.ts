import type { ImportFormat, ImportQuestion } from "@skucast/contracts/imports/import";
import { LIMITS } from "@skucast/contracts/limits";
import type { ImportPlan } from "./import-plan.js";
import type { Compression } from "./open-file.js";
import { openRows } from "./open-rows.js";
import type { RecordPresetName } from "./presets/presets.js";
import type { RawRow, ReadOptions } from "./row.js";

/** The first rows of a file, and how they were read. */
export interface Beginning {
  readonly format: ImportFormat;
  readonly compression: Compression;
  readonly read: ReadOptions & Pick<ImportPlan, "sheet">;
  readonly sample: readonly RawRow[];
  readonly encoding: string;
  /** Whether the file may have rows that were not read. Undefined: only if the sample is full. */
  readonly isCut?: boolean;
  /** The shop whose document has records instead of rows. */
  readonly records?: RecordPresetName;
  /** What was read of a workbook or an archive: the sheet, or the files. */
  readonly parts?: readonly string[];
  /** What the beginning leaves open: encodings that fit it as well, or other sheets with products. */
  readonly questions?: readonly ImportQuestion[];
}

/** Sampled rows, plus one for a header. Without a header, the members of these rows are the columns. */
export const SAMPLE_ROWS = LIMITS.importPreviewRowsMax + 1;

/** The first rows of a file. */
export async function firstRows(
  path: string,
  plan: Parameters<typeof openRows>[1],
  count = SAMPLE_ROWS,
): Promise<RawRow[]> {
  const sample: RawRow[] = [];
  for await (const some of openRows(path, plan).rows) {
    sample.push(...some);
    if (sample.length > count) break;
  }
  return sample.slice(0, count);
}
