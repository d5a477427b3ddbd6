import { z } from "zod";
import { IMPORT_MODES, type ImportOptions, importQuery, MISSING_ACTIONS } from "../imports/import.js";
import { importMappingSchema } from "../imports/mapping.js";
import { LIMITS } from "../limits.js";
import { text } from "../text.js";

const { format, empty_cells, fill_down_within, combine, decimal, dates, encoding, delimiter, rows, sheet, preset } =
  importQuery.shape;
const percent = z.int().min(0).max(100);

/** How to read a source's file: the same options as for POST /imports. Absent ones are detected from the file. */
export const readingFields = {
  format,
  mapping: importMappingSchema
    .optional()
    .describe("Field → column. Other fields are guessed; null leaves a field out."),
  guess: z.boolean().describe("false maps only the fields in mapping."),
  preset,
  empty_cells,
  fill_down: z
    .array(text(LIMITS.importColumnNameLengthMax))
    .max(50)
    .optional()
    .describe("Columns in which an empty cell takes the value above."),
  fill_down_within,
  combine,
  decimal,
  dates,
  encoding,
  delimiter,
  rows,
  sheet,
  strict: z.boolean().describe("true rejects a row if any cell cannot be read."),
};

/** What a run of a source may do to the catalog. */
export const effectFields = {
  mode: z.enum(IMPORT_MODES).describe("upsert keeps products that are not in the file; replace removes them."),
  missing: z.enum(MISSING_ACTIONS).describe("mode replace: how to remove products that are not in the file."),
  max_removal_percent: percent.describe(
    "mode replace: an import that would remove a larger percentage of the products is held until it is released.",
  ),
  max_change_percent: percent
    .nullable()
    .describe(
      "An import that would change a larger percentage of the products is held; new products do not count. null: no limit.",
    ),
};

/** Fields of a stored source that say how to read its file and what its runs may do. */
export const sourceOptionsSchema = z.strictObject({ ...readingFields, ...effectFields });
export type SourceOptions = z.output<typeof sourceOptionsSchema>;
export const SOURCE_OPTION_NAMES = Object.keys(sourceOptionsSchema.shape) as (keyof SourceOptions)[];

/** Converts a source's options to those of an import. */
export const importOptionsOf = (options: SourceOptions, fileName: string | undefined): ImportOptions => {
  const { max_change_percent: _, ...reading } = options;
  return { ...reading, file_name: fileName, validate_only: false };
};
