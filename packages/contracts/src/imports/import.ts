import { z } from "zod";
import { idSchema } from "../ids.js";
import { LIMITS } from "../limits.js";
import { listOf, pageQuery, resourceFields } from "../list.js";
import { text } from "../text.js";
import { importMappingSchema } from "./mapping.js";

export const IMPORT_FORMATS = ["csv", "tsv", "jsonl", "xml"] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

export const IMPORT_STATUSES = [
  "queued",
  "running",
  "succeeded",
  "succeeded_with_errors",
  "failed",
  "cancelled",
] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

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
  removed: 0,
};

/** A fault of one row, as the error file lists it. */
export const importErrorSchema = z.object({
  line: z.int().describe("Line of the file on which the row begins, from 1."),
  sku: z.string().nullable(),
  pointer: z.string().describe("The product's field (RFC 6901); empty for the row itself."),
  code: z.string(),
  message: z.string(),
});
export type ImportError = z.output<typeof importErrorSchema>;

const previewRowSchema = z.object({
  line: z.int(),
  sku: z.string().nullable(),
  product: z.record(z.string(), z.unknown()).describe("What the row would be as the body of POST /products."),
  errors: z.array(z.object({ pointer: z.string(), code: z.string(), message: z.string() })),
});
export type ImportPreviewRow = z.output<typeof previewRowSchema>;

export const importColumnSchema = z.object({
  name: z.string(),
  fields: z.array(z.string()).describe("What the column is mapped to; empty when it is ignored."),
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
    format: z.enum(IMPORT_FORMATS),
    compression: z.enum(["none", "gzip"]),
    mapping: z
      .record(z.string(), z.unknown())
      .describe("Where each field comes from: what was given, and what was guessed."),
    columns: z.array(importColumnSchema).describe("The file's columns, and what is made of them."),
    preview: z
      .array(previewRowSchema)
      .optional()
      .describe("The first rows, as they are read; when the import is made."),
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
});
export type ImportPreviewOptions = z.output<typeof importPreviewQuery>;

export const importPreviewSchema = importSchema
  .pick({ format: true, compression: true, mapping: true })
  .extend({
    columns: z.array(
      importColumnSchema.extend({ samples: z.array(z.string()).describe("Some of what stands in it, cut short.") }),
    ),
    fill_down: z.array(z.string()).describe("Columns of which an empty cell takes the one above."),
    preview: z
      .array(previewRowSchema)
      .describe("The first rows, as they would be read, with all that an import would refuse them for."),
    checked: importCountsSchema
      .omit({ removed: true })
      .extend({
        faults: z
          .array(z.object({ pointer: z.string(), code: z.string(), message: z.string(), rows: z.int() }))
          .describe("What rows would be refused for, and how many of them, the most frequent first."),
      })
      .describe(`What would become of the first rows, up to ${LIMITS.importPreviewRowsMax}, were they imported now.`),
  })
  .meta({ id: "ImportPreview" });
export type ImportPreview = z.output<typeof importPreviewSchema>;

export const importParams = z.object({ import_id: idSchema("imp") });
export const importListQuery = z.object({ ...pageQuery, status: z.enum(IMPORT_STATUSES).optional() });
export const importListSchema = listOf(importSchema);
export const importErrorsQuery = z.object({ format: z.enum(["csv", "jsonl"]).default("csv") });
