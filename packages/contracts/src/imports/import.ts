import { z } from "zod";
import { idSchema } from "../ids.js";
import { jsonParameter } from "../json-parameter.js";
import { LIMITS } from "../limits.js";
import { listOf, pageQuery, resourceFields, wholeNumberOrDefault } from "../list.js";
import { exactText, text } from "../text.js";
import { combineSchema } from "./combine.js";
import { DELIMITER_OPTIONS } from "./delimiters.js";
import { importCountsSchema } from "./import-counts.js";
import { DATE_ORDERS, DECIMAL_SIGNS, importMappingSchema } from "./mapping.js";
import { IMPORT_PRESETS } from "./presets.js";
import { importQuestionSchema } from "./question.js";
import { cellCountsSchema, errorGroupSchema, IMPORT_SEVERITIES } from "./report.js";

export type { ImportQuestion } from "./question.js";

export const IMPORT_FORMATS = ["csv", "tsv", "json", "jsonl", "xml", "xlsx"] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Supported text encodings; others are too rare to support. */
export const ENCODINGS = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "windows-1252",
  "windows-1250",
  "windows-1251",
  "windows-1254",
  "windows-1257",
  "iso-8859-1",
  "iso-8859-2",
  "iso-8859-15",
  "macintosh",
  "cp850",
  "cp852",
  "shift_jis",
  "gb18030",
  "big5",
  "euc-kr",
  "euc-jp",
  "koi8-r",
  "windows-1253",
  "iso-8859-7",
  "windows-1255",
  "windows-1256",
  "windows-874",
] as const;

export const IMPORT_STATUSES = [
  "queued",
  "running",
  "held",
  "succeeded",
  "succeeded_with_errors",
  "failed",
  "cancelled",
] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

export const IMPORT_TRIGGERS = ["upload", "manual", "schedule"] as const;
export const IMPORT_MODES = ["upsert", "replace"] as const;
export const MISSING_ACTIONS = ["archive", "delete"] as const;
export const EMPTY_CELLS = ["keep", "clear"] as const;

/** An error of one row, as listed in the error file. */
export const importErrorSchema = z.object({
  line: z.int().describe("Line of the file on which the row starts, from 1."),
  sku: z.string().nullable(),
  pointer: z.string().describe("JSON pointer (RFC 6901) to the product's field; empty for the whole row."),
  code: z.string(),
  message: z.string(),
  severity: z
    .enum(IMPORT_SEVERITIES)
    .describe("error: the row was rejected. warning: the row was applied without this field."),
  value: z.string().nullable().describe("The value in the file, shortened; null if unknown."),
  column: z.string().nullable().describe("The column of the file; null for the whole row, or if unknown."),
});
export type ImportError = z.output<typeof importErrorSchema>;

const previewRowSchema = z.object({
  line: z.int(),
  sku: z.string().nullable(),
  product: z.record(z.string(), z.unknown()).describe("The row as a body of POST /products."),
  errors: z.array(
    z.object({
      pointer: z.string(),
      code: z.string(),
      message: z.string(),
      severity: z.enum(IMPORT_SEVERITIES),
      value: z.string().optional().describe("The value in the file, shortened."),
      column: z.string().optional().describe("The column of the file, if known."),
    }),
  ),
});
export type ImportPreviewRow = z.output<typeof previewRowSchema>;

export const importColumnSchema = z.object({
  name: z.string(),
  fields: z.array(z.string()).describe("The fields that the column fills or decides; empty if it is ignored."),
  cells: cellCountsSchema
    .optional()
    .describe("What became of its cells so far. Their sum is counts.received; absent before the first rows are done."),
});
export type ImportColumn = z.output<typeof importColumnSchema>;

export const importSchema = z
  .object({
    id: z.string(),
    status: z.enum(IMPORT_STATUSES),
    mode: z.enum(IMPORT_MODES),
    missing: z.enum(MISSING_ACTIONS),
    max_removal_percent: z.int(),
    empty_cells: z.enum(EMPTY_CELLS),
    validate_only: z.boolean(),
    file_name: z.string().nullable(),
    source_id: z.string().nullable().describe("The source that the file comes from; null for an upload."),
    trigger: z
      .enum(IMPORT_TRIGGERS)
      .describe("upload: a file was uploaded. manual: a source was run manually. schedule: a source ran on schedule."),
    fetch: z
      .object({ at: z.iso.datetime(), bytes: z.int(), is_unchanged: z.boolean() })
      .nullable()
      .describe(
        "When a source's file was fetched. is_unchanged: it was the same file as before, so nothing was imported.",
      ),
    hold: z
      .string()
      .nullable()
      .describe(
        "Why the import is or was held. Release it with POST /imports/{import_id}/release, or discard it with /discard.",
      ),
    format: z.enum(IMPORT_FORMATS).nullable().describe("null until the source's file is fetched."),
    compression: z.enum(["none", "gzip", "zip"]).nullable(),
    mapping: z.record(z.string(), z.unknown()).describe("Where each field comes from, as given or guessed."),
    columns: z.array(importColumnSchema).describe("The file's columns, and what they are mapped to."),
    preview: z
      .array(previewRowSchema)
      .optional()
      .describe("The first rows, as read; only in the response to creation."),
    questions: z
      .array(importQuestionSchema)
      .optional()
      .describe("Ambiguities of the file, as in a preview. Cells that depend on them are rejected."),
    counts: importCountsSchema,
    progress: z.object({ bytes_read: z.int(), bytes_total: z.int(), percent: z.int() }),
    error_count: z.int().describe(`Number of errors; the error file lists the first ${LIMITS.importErrorsMax}.`),
    error_groups: z
      .array(errorGroupSchema)
      .optional()
      .describe(
        `The listed errors and warnings by kind, the most frequent first, up to ${LIMITS.importErrorGroupsMax}. Only in GET /imports/{import_id}, and only if there are any.`,
      ),
    correctable_rows: z
      .int()
      .describe(
        `Rows with errors or warnings, and rows that were combined with them, that can be downloaded as a file of the same format, for ${LIMITS.importFaultyRowsKeptDays} days after the import: GET /imports/{import_id}/errors?format=original.`,
      ),
    error: z
      .string()
      .nullable()
      .describe("Why the whole import failed, or why an import in `replace` mode removed no product."),
    ...resourceFields,
    started_at: z.iso.datetime().nullable(),
    finished_at: z.iso.datetime().nullable(),
    undone_at: z.iso
      .datetime()
      .nullable()
      .describe("When its updates were undone with POST /imports/{import_id}/undo; null if they were not."),
  })
  .meta({ id: "Import" });
export type Import = z.output<typeof importSchema>;

const PERCENT = { min: 0, max: 100, error: "must be a whole number from 0 to 100" };

/** Excel allows 31 characters, other programs more. */
const SHEET_NAME_LENGTH_MAX = 100;

/** Query parameters of an import, whose body is the file. */
export const importQuery = z.object({
  format: z.enum(IMPORT_FORMATS).optional().describe("Default: detected from Content-Type, file name or content."),
  file_name: text(255).optional().describe("Shown with the import."),
  mode: z
    .enum(IMPORT_MODES)
    .default("upsert")
    .describe("upsert keeps products that are not in the file; replace removes them."),
  missing: z
    .enum(MISSING_ACTIONS)
    .default("archive")
    .describe("mode replace: how to remove products that are not in the file."),
  max_removal_percent: wholeNumberOrDefault(PERCENT, LIMITS.importRemovalPercentDefault).describe(
    "mode replace: if a larger percentage of the products would be removed, the import fails and changes nothing.",
  ),
  empty_cells: z
    .enum(EMPTY_CELLS)
    .optional()
    .describe("Whether an empty cell keeps or clears the field. Default: keep; in mode replace, clear."),
  mapping: jsonParameter(LIMITS.importMappingLengthMax, "a JSON object")
    .pipe(importMappingSchema)
    .optional()
    .describe(
      'JSON object of field → column, such as {"sku":"id","price_currency":{"value":"USD"}}. Other fields are guessed; null leaves a field out.',
    ),
  guess: z
    .enum(["true", "false"])
    .default("true")
    .transform((value) => value === "true")
    .describe("false maps only the fields in mapping."),
  fill_down: z
    .string()
    .max(2_000)
    .transform((list) =>
      list
        .split(",")
        .map((name) => name.trim())
        .filter(Boolean),
    )
    .optional()
    .describe(
      "Comma-separated names of columns that are filled only in the first row of a group: an empty cell takes the value above.",
    ),
  fill_down_within: exactText(LIMITS.importColumnNameLengthMax)
    .optional()
    .describe(
      "The column that is equal in all rows of a group. Default: the column of item_group_id; without one, a row belongs to the group above unless it has another title.",
    ),
  combine: combineSchema.optional(),
  decimal: z
    .enum(DECIMAL_SIGNS)
    .optional()
    .describe(
      "How to read numbers such as 1,299. Default: detected from the file's other numbers; if these are ambiguous too, such cells are rejected.",
    ),
  dates: z
    .enum(DATE_ORDERS)
    .optional()
    .describe(
      "How to read dates such as 03/04/2026. Default: detected from the file's other dates; if these are ambiguous too, such cells are rejected.",
    ),
  encoding: z
    .enum(ENCODINGS)
    .optional()
    .describe(
      "Default: UTF-8, or UTF-16 if there is a byte order mark. If the file is not valid UTF-8, the encoding is detected from its letters; an import whose encoding is not clear is rejected.",
    ),
  delimiter: z
    .enum(DELIMITER_OPTIONS)
    .optional()
    .describe("comma, semicolon, tab, pipe, or the sign itself, such as ^ or ~. Default: detected from the header."),
  rows: z
    .string()
    .max(500)
    .regex(/^(\/[^/\t\r\n]+)*\/?$/, "must be a path of names, such as /catalog/products/product")
    .optional()
    .describe(
      "JSON and XML: path to the rows. In a name in JSON, ~1 stands for / and ~0 for ~. Default: detected from the file.",
    ),
  sheet: text(SHEET_NAME_LENGTH_MAX)
    .optional()
    .describe("XLSX: the sheet to read. Default: the first visible one with the columns of products."),
  preset: z
    .enum(IMPORT_PRESETS)
    .optional()
    .describe("The shop system that exported the file. Default: detected from its columns; none turns detection off."),
  strict: z
    .enum(["true", "false"])
    .default("false")
    .transform((value) => value === "true")
    .describe("true rejects a row if any cell cannot be read; false applies the other cells and adds a warning."),
  validate_only: z
    .enum(["true", "false"])
    .default("false")
    .transform((value) => value === "true")
    .describe("true reads and checks the whole file and counts the results, but changes no product."),
});
export type ImportOptions = z.output<typeof importQuery>;

/** The options of an import that say how to read its file. */
export const importPreviewQuery = importQuery
  .pick({
    format: true,
    file_name: true,
    mode: true,
    max_removal_percent: true,
    empty_cells: true,
    mapping: true,
    guess: true,
    fill_down: true,
    fill_down_within: true,
    combine: true,
    decimal: true,
    dates: true,
    encoding: true,
    delimiter: true,
    rows: true,
    sheet: true,
    preset: true,
    strict: true,
  })
  .extend({
    source_id: idSchema("src").optional().describe("mode replace: the file's source. Products of other sources stay."),
  });
export type ImportPreviewOptions = z.output<typeof importPreviewQuery>;

export const importPreviewSchema = importSchema
  .pick({ mapping: true })
  .extend({
    format: z.enum(IMPORT_FORMATS),
    compression: z.enum(["none", "gzip", "zip"]),
    columns: z.array(
      importColumnSchema.extend({ samples: z.array(z.string()).describe("Some of its values, shortened.") }),
    ),
    fill_down: z.array(z.string()).describe("Columns in which an empty cell takes the value above."),
    questions: z
      .array(importQuestionSchema)
      .describe("Ambiguities of the file. Each answer is an option to add to the request."),
    preset: z.enum(IMPORT_PRESETS).describe("The shop system that the file was recognized as."),
    combine: z
      .string()
      .nullable()
      .describe(
        "How consecutive rows with the same SKU are combined into one product, such as locale=Language; null: each row is a product.",
      ),
    encoding: z.string().describe("The encoding with which the file was read."),
    parts: z
      .array(z.string())
      .describe("What is read of a workbook or a ZIP archive: its sheet, or its files. Empty for other files."),
    decimal: z.enum(DECIMAL_SIGNS).nullable().describe("How numbers are read; null: each by its own notation."),
    dates: z.enum(DATE_ORDERS).nullable().describe("How dates are read; null: each by its own notation."),
    preview: z
      .array(previewRowSchema)
      .describe("The first rows as they would be read, with the errors that an import would report."),
    checked: importCountsSchema
      .extend({
        removed: z
          .int()
          .nullable()
          .describe(
            "mode=replace: the products that the whole file lacks, which an import would archive or delete. Null: not known, because only the beginning of the file was sent, or more than 100,000 products.",
          ),
        removable: z
          .int()
          .nullable()
          .describe(
            "mode=replace: the products that are neither archived nor deleted, without those of other sources. Null: not known.",
          ),
        exceeds_removal_limit: z
          .boolean()
          .describe(
            "mode=replace: whether the import would fail and change nothing, because `removed` is more than max_removal_percent of `removable`, or the file has no products.",
          ),
        faults: z
          .array(
            z.object({
              pointer: z.string(),
              code: z.string(),
              message: z.string(),
              severity: z.enum(IMPORT_SEVERITIES),
              rows: z.int(),
              lines: z.array(z.int()).describe("The first lines of the file with it."),
            }),
          )
          .describe("Errors that rows would be rejected for, with their counts, the most frequent first."),
      })
      .describe(`The result for the first rows, up to ${LIMITS.importPreviewRowsMax}, if they were imported now.`),
  })
  .meta({ id: "ImportPreview" });
export type ImportPreview = z.output<typeof importPreviewSchema>;

export const importParams = z.object({ import_id: idSchema("imp") });
export const importListQuery = z.object({
  ...pageQuery,
  status: z.enum(IMPORT_STATUSES).optional(),
  source_id: idSchema("src").optional(),
});
export const importReleaseSchema = z.strictObject({
  reason: text(500).describe("Why the import is right; stored in the audit log."),
});
export const importDiscardSchema = z.strictObject({ reason: text(500).optional() });
export const importListSchema = listOf(importSchema);
