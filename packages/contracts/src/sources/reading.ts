import { z } from "zod";
import { IMPORT_MODES, type ImportOptions, importQuery, MISSING_ACTIONS } from "../imports/import.js";
import { importMappingSchema } from "../imports/mapping.js";
import { LIMITS } from "../limits.js";
import { text } from "../text.js";

const { format, empty_cells, fill_down_within, decimal, dates, encoding, delimiter, rows, preset } = importQuery.shape;
const percent = z.int().min(0).max(100);

/** How a source's file is read, as the options of POST /imports are; what may be absent is found by the file itself. */
export const readingFields = {
  format,
  mapping: importMappingSchema.optional().describe("Field → column. The rest is guessed; null leaves a field out."),
  guess: z.boolean().describe("false maps nothing but what mapping says."),
  preset,
  empty_cells,
  fill_down: z
    .array(text(LIMITS.importColumnNameLengthMax))
    .max(50)
    .optional()
    .describe("Columns of which an empty cell takes the one above."),
  fill_down_within,
  decimal,
  dates,
  encoding,
  delimiter,
  rows,
  strict: z.boolean().describe("true refuses a row for any cell that cannot be read."),
};

/** What a run of a source may do to the catalogue. */
export const effectFields = {
  mode: z.enum(IMPORT_MODES).describe("upsert leaves products alone that are not in the file; replace removes them."),
  missing: z.enum(MISSING_ACTIONS).describe("mode replace: what is done with such products."),
  max_removal_percent: percent.describe(
    "mode replace: an import that would remove more of the products is held until somebody releases it.",
  ),
  max_change_percent: percent
    .nullable()
    .describe("An import that would change more of the products is held. null: none is. New products do not count."),
};

/** Members of a stored source that say how its file is read and what its runs do. */
export const sourceOptionsSchema = z.strictObject({ ...readingFields, ...effectFields });
export type SourceOptions = z.output<typeof sourceOptionsSchema>;
export const SOURCE_OPTION_NAMES = Object.keys(sourceOptionsSchema.shape) as (keyof SourceOptions)[];

/** A source's options as those of an import of a file with this name. */
export const importOptionsOf = (options: SourceOptions, fileName: string | undefined): ImportOptions => {
  const { max_change_percent: _, ...reading } = options;
  return { ...reading, file_name: fileName, validate_only: false };
};
