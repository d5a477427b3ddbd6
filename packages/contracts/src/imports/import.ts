import { z } from "zod";
import { idSchema } from "../ids.js";
import { LIMITS } from "../limits.js";
import { listOf, pageQuery, resourceFields } from "../list.js";
import { text } from "../text.js";
import { DATE_ORDERS, DECIMAL_SIGNS, importMappingSchema } from "./mapping.js";

export const IMPORT_FORMATS = ["csv", "tsv", "json", "jsonl", "xml", "xlsx"] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Encodings of text that can be named; others are met too rarely. */
export const ENCODINGS = [
  ...["utf-8", "utf-16le", "utf-16be", "windows-1252", "windows-1250", "windows-1251", "iso-8859-1", "iso-8859-2"],
  ...["iso-8859-15", "macintosh", "shift_jis", "gb18030", "big5", "euc-kr"],
] as const;

/** What stands between the cells of a table, by its name. */
export const DELIMITERS = { comma: ",", semicolon: ";", tab: "\t", pipe: "|" } as const;
type DelimiterName = keyof typeof DELIMITERS;

/** Forms of files that are known by their columns: shops' exports, and channels' own feeds. */
export const IMPORT_PRESETS = ["shopify", "woocommerce", "vendure", "bagisto", "saleor", "google", "none"] as const;
export type ImportPreset = (typeof IMPORT_PRESETS)[number];

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

/** How many rows: always received = created + updated + unchanged + skipped + invalid. */
export const importCountsSchema = z.object({
  received: z.int().describe("Rows read: created + updated + unchanged + skipped + invalid."),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  skipped: z.int().describe("Rows that hold no product of their own, such as one more image of the row above."),
  invalid: z.int().describe("Rows that were refused; their faults are in the error file."),
  warned: z
    .int()
    .default(0)
    .describe(
      "Rows that were applied but for cells that could not be read: warnings of the error file. Counted again in created, updated or unchanged.",
    ),
  removed: z.int().describe("mode replace: products that were not in the file and were archived or deleted."),
});
export type ImportCounts = z.output<typeof importCountsSchema>;

export const NO_IMPORT_COUNTS: ImportCounts = {
  received: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  invalid: 0,
  warned: 0,
  removed: 0,
};

export const IMPORT_SEVERITIES = ["error", "warning"] as const;

/** A fault of one row, as the error file lists it. */
export const importErrorSchema = z.object({
  line: z.int().describe("Line of the file on which the row begins, from 1."),
  sku: z.string().nullable(),
  pointer: z.string().describe("The product's field (RFC 6901); empty for the row itself."),
  code: z.string(),
  message: z.string(),
  severity: z
    .enum(IMPORT_SEVERITIES)
    .describe("error: the row was refused. warning: the row was applied without what is named here."),
  value: z.string().nullable().describe("What stands in the file, cut short; null where that cannot be said."),
});
export type ImportError = z.output<typeof importErrorSchema>;

const previewRowSchema = z.object({
  line: z.int(),
  sku: z.string().nullable(),
  product: z.record(z.string(), z.unknown()).describe("What the row would be as the body of POST /products."),
  errors: z.array(
    z.object({
      pointer: z.string(),
      code: z.string(),
      message: z.string(),
      severity: z.enum(IMPORT_SEVERITIES),
      value: z.string().optional().describe("What stands in the file, cut short."),
    }),
  ),
});
export type ImportPreviewRow = z.output<typeof previewRowSchema>;

export const importColumnSchema = z.object({
  name: z.string(),
  fields: z.array(z.string()).describe("What the column is mapped to; empty when it is ignored."),
});
export type ImportColumn = z.output<typeof importColumnSchema>;

/** What a file leaves open, with the answers that there are. */
const importQuestionSchema = z.object({
  code: z.string(),
  column: z.string().nullable(),
  message: z.string(),
  answers: z
    .array(
      z.object({
        label: z.string(),
        options: z.record(z.string(), z.string()).optional().describe("Options of the query."),
        mapping: z.record(z.string(), z.unknown()).optional().describe("Entries of the mapping."),
      }),
    )
    .describe("Empty where the answer is a value of your own: the message says where it goes."),
});
export type ImportQuestion = z.output<typeof importQuestionSchema>;

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
    source_id: z.string().nullable().describe("The source whose file it is; null for a file that was sent."),
    trigger: z
      .enum(IMPORT_TRIGGERS)
      .describe("upload: a file was sent. manual: a source was run by hand. schedule: by itself."),
    fetch: z
      .object({ at: z.iso.datetime(), bytes: z.int(), is_unchanged: z.boolean() })
      .nullable()
      .describe("When a source's file was fetched; is_unchanged: it was the file of before, so nothing was imported."),
    hold: z
      .string()
      .nullable()
      .describe("Why it is held, or was: POST /imports/{import_id}/release lets it through, /discard gives it up."),
    format: z.enum(IMPORT_FORMATS).nullable().describe("null until a source's file was fetched."),
    compression: z.enum(["none", "gzip", "zip"]).nullable(),
    mapping: z
      .record(z.string(), z.unknown())
      .describe("Where each field comes from: what was given, and what was guessed."),
    columns: z.array(importColumnSchema).describe("The file's columns, and what is made of them."),
    preview: z
      .array(previewRowSchema)
      .optional()
      .describe("The first rows, as they are read; when the import is created."),
    questions: z
      .array(importQuestionSchema)
      .optional()
      .describe("What the file leaves open; when the import is created. Cells that depend on it are refused."),
    counts: importCountsSchema,
    progress: z.object({ bytes_read: z.int(), bytes_total: z.int(), percent: z.int() }),
    error_count: z.int().describe(`Faults found; the error file lists the first ${LIMITS.importErrorsMax}.`),
    error: z.string().nullable().describe("Why the import as a whole failed."),
    ...resourceFields,
    started_at: z.iso.datetime().nullable(),
    finished_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "Import" });
export type Import = z.output<typeof importSchema>;

const percent = z.coerce
  .number({ error: "must be a whole number from 0 to 100" })
  .int("must be a whole number from 0 to 100")
  .min(0)
  .max(100);

/** Options of an import; the body is the file. */
export const importQuery = z.object({
  format: z.enum(IMPORT_FORMATS).optional().describe("Default: by Content-Type, file name or content."),
  file_name: text(255).optional().describe("Shown with the import."),
  mode: z
    .enum(IMPORT_MODES)
    .default("upsert")
    .describe("upsert leaves products alone that are not in the file; replace removes them."),
  missing: z.enum(MISSING_ACTIONS).default("archive").describe("mode replace: what is done with such products."),
  max_removal_percent: percent
    .default(LIMITS.importRemovalPercentDefault)
    .describe("mode replace: if more of the products would be removed, the import fails and changes nothing."),
  empty_cells: z
    .enum(EMPTY_CELLS)
    .optional()
    .describe("Whether an empty cell keeps the field or clears it. Default: keep, in mode replace clear."),
  mapping: z
    .string()
    .max(LIMITS.importMappingLengthMax)
    .transform((value, context) => {
      try {
        return JSON.parse(value) as unknown;
      } catch {
        context.addIssue({ code: "custom", message: "must be a JSON object" });
        return z.NEVER;
      }
    })
    .pipe(importMappingSchema)
    .optional()
    .describe(
      'JSON object: field → column, such as {"sku":"id","price_currency":{"value":"USD"}}. The rest is guessed; null leaves a field out.',
    ),
  guess: z
    .enum(["true", "false"])
    .default("true")
    .transform((value) => value === "true")
    .describe("false maps nothing but what mapping says."),
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
      "Comma-separated columns that are given on the first of several rows alone: an empty cell takes the one above.",
    ),
  fill_down_within: z
    .string()
    .max(LIMITS.importColumnNameLengthMax)
    .optional()
    .describe(
      "The column in which the rows of one product agree. Default: the column of item_group_id; without one, a row belongs to the product above while it names no other title.",
    ),
  decimal: z
    .enum(DECIMAL_SIGNS)
    .optional()
    .describe(
      "How numbers such as 1,299 are read. Default: by the other numbers of the file; where these leave it open, they are refused.",
    ),
  dates: z
    .enum(DATE_ORDERS)
    .optional()
    .describe(
      "How dates such as 03/04/2026 are read. Default: by the other dates of the file; where these leave it open, they are refused.",
    ),
  encoding: z
    .enum(ENCODINGS)
    .optional()
    .describe("Default: UTF-8, or UTF-16 by its byte order mark; Windows-1252 for what is no UTF-8."),
  delimiter: z
    .enum(Object.keys(DELIMITERS) as [DelimiterName, ...DelimiterName[]])
    .optional()
    .describe("Default: by the header."),
  rows: z
    .string()
    .max(500)
    .regex(/^(\/[^/\s]+)*\/?$/, "must be a path of names, such as /catalog/products/product")
    .optional()
    .describe("JSON and XML: where the rows are, as a path of names. Default: found by the file's own form."),
  preset: z
    .enum(IMPORT_PRESETS)
    .optional()
    .describe("Whose export the file is. Default: recognised by its columns; none recognises no shop."),
  strict: z
    .enum(["true", "false"])
    .default("false")
    .transform((value) => value === "true")
    .describe("true refuses a row for any cell that cannot be read; false applies the others and warns."),
  validate_only: z
    .enum(["true", "false"])
    .default("false")
    .transform((value) => value === "true")
    .describe("true reads and checks the whole file, counts what would be, and changes no product."),
});
export type ImportOptions = z.output<typeof importQuery>;

/** Options of an import that say how its file is read. */
export const importPreviewQuery = importQuery.pick({
  format: true,
  file_name: true,
  mode: true,
  empty_cells: true,
  mapping: true,
  guess: true,
  fill_down: true,
  fill_down_within: true,
  decimal: true,
  dates: true,
  encoding: true,
  delimiter: true,
  rows: true,
  preset: true,
  strict: true,
});
export type ImportPreviewOptions = z.output<typeof importPreviewQuery>;

export const importPreviewSchema = importSchema
  .pick({ mapping: true })
  .extend({
    format: z.enum(IMPORT_FORMATS),
    compression: z.enum(["none", "gzip", "zip"]),
    columns: z.array(
      importColumnSchema.extend({ samples: z.array(z.string()).describe("Some of what stands in it, cut short.") }),
    ),
    fill_down: z.array(z.string()).describe("Columns of which an empty cell takes the one above."),
    questions: z
      .array(importQuestionSchema)
      .describe("What the file leaves open. Each answer is added to the options of the request."),
    preset: z.enum(IMPORT_PRESETS).describe("Whose export the file was recognised as."),
    encoding: z.string().describe("How its bytes were read as text."),
    decimal: z.enum(DECIMAL_SIGNS).nullable().describe("How numbers are read; null: each by its own form."),
    dates: z.enum(DATE_ORDERS).nullable().describe("How dates are read; null: each by its own form."),
    preview: z
      .array(previewRowSchema)
      .describe("The first rows, as they would be read, with all that an import would refuse them for."),
    checked: importCountsSchema
      .omit({ removed: true })
      .extend({
        faults: z
          .array(
            z.object({
              pointer: z.string(),
              code: z.string(),
              message: z.string(),
              severity: z.enum(IMPORT_SEVERITIES),
              rows: z.int(),
            }),
          )
          .describe("What rows would be refused for, and how many of them, the most frequent first."),
      })
      .describe(`What would become of the first rows, up to ${LIMITS.importPreviewRowsMax}, were they imported now.`),
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
  reason: text(500).describe("Why it is fine; in the audit log."),
});
export const importDiscardSchema = z.strictObject({ reason: text(500).optional() });
export const importListSchema = listOf(importSchema);
export const importErrorsQuery = z.object({ format: z.enum(["csv", "jsonl"]).default("csv") });
