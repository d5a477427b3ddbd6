import { z } from "zod";

export const IMPORT_SEVERITIES = ["error", "warning"] as const;

/** What became of the cells of a column. Each cell of the file counts once. */
export const CELL_OUTCOMES = [
  "applied",
  "unchanged",
  "warned",
  "rejected",
  "ignored",
  "skipped",
  "empty",
  "inapplicable",
] as const;
export type CellOutcome = (typeof CELL_OUTCOMES)[number];

export const cellCountsSchema = z.object({
  applied: z.int().describe("Cells of rows that created or updated a product."),
  unchanged: z.int().describe("Cells of rows that changed nothing."),
  warned: z.int().describe("Cells that could not be read and were left out of their row."),
  rejected: z.int().describe("Cells of rejected rows."),
  ignored: z.int().describe("Cells of a column that is mapped to no field."),
  skipped: z.int().describe("Cells of rows that are no product of their own."),
  empty: z.int().describe("Empty cells. empty_cells says whether they keep or clear the field."),
  inapplicable: z
    .int()
    .describe(
      "Cells whose value does not apply to the product, because another column says so: the sale price of one that is not on sale.",
    ),
} satisfies Record<CellOutcome, z.ZodInt>);
export type CellCounts = z.output<typeof cellCountsSchema>;

/** The counts of a column by name, from a list in the order of CELL_OUTCOMES. */
export const cellCountsOf = (counts: readonly number[]): CellCounts =>
  cellCountsSchema.parse(Object.fromEntries(CELL_OUTCOMES.map((outcome, i) => [outcome, counts[i] ?? 0])));

/** Errors or warnings of one kind. */
export const errorGroupSchema = z.object({
  severity: z.enum(IMPORT_SEVERITIES),
  pointer: z.string(),
  column: z.string().nullable(),
  code: z.string(),
  message: z.string(),
  count: z.int(),
  first_line: z.int(),
  values: z.array(z.string()).describe("Some of the values in the file, shortened."),
});
export type ImportErrorGroup = z.output<typeof errorGroupSchema>;

export const IMPORT_ERROR_FORMATS = ["csv", "jsonl", "original"] as const;
export const importErrorsQuery = z.object({
  format: z
    .enum(IMPORT_ERROR_FORMATS)
    .default("csv")
    .describe(
      "csv and jsonl list the errors. original contains the rows with errors or warnings in the format of the imported file, with the reasons in an additional column: correct them and import the file.",
    ),
});

export const IMPORT_REPORT_BY = ["column", "row"] as const;
export const importReportQuery = z.object({
  by: z
    .enum(IMPORT_REPORT_BY)
    .default("column")
    .describe(
      "column: a line for each column, with the counts of its cells. row: a line for each row of the file, with its outcome and the outcome of each cell.",
    ),
});

/** The column with the reasons in a file of rows to correct. It is ignored when the file is imported. */
export const REASONS_COLUMN = "skucast_errors";
