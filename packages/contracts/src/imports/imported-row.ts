import { z } from "zod";
import { listOf, pageQuery, wholeNumberParameter } from "../list.js";
import { CELL_OUTCOMES, type CellOutcome } from "./report.js";

/** What became of a row. Each row of a file has one of them. */
export const ROW_OUTCOMES = ["created", "updated", "unchanged", "skipped", "invalid"] as const;
export type RowOutcomeName = (typeof ROW_OUTCOMES)[number];

/** Outcomes by which rows are selected. */
export const ROW_KINDS = [...ROW_OUTCOMES, "warned"] as const;
export type RowKind = (typeof ROW_KINDS)[number];

const columnNames = z.array(z.string());

export const importedRowSchema = z
  .object({
    row: z.int().describe("Its position among the rows of the file, from 1."),
    line: z.int().describe("Line of the file on which the row starts, from 1."),
    sku: z.string().nullable(),
    outcome: z
      .enum(ROW_OUTCOMES)
      .describe(
        "skipped: the row is no product of its own. invalid: it was rejected; the error file has the reasons. With validate_only: what it would have been.",
      ),
    is_warned: z.boolean().describe("Whether cells were left out with a warning; the error file has the reasons."),
    cells: z
      .object({
        applied: columnNames,
        unchanged: columnNames,
        warned: columnNames,
        rejected: columnNames,
        ignored: columnNames,
        skipped: columnNames,
        empty: columnNames,
        inapplicable: columnNames,
      } satisfies Record<CellOutcome, typeof columnNames>)
      .describe("The columns of the file by what became of the row's cell. Each column is in one of the lists."),
  })
  .meta({ id: "ImportedRow" });
export type ImportedRow = z.output<typeof importedRowSchema>;

export const importedRowsQuery = z.object({
  ...pageQuery,
  outcome: z.enum(ROW_KINDS).optional().describe("Only rows with this outcome. warned: rows with warnings."),
  line: wholeNumberParameter({ min: 1, max: 2_147_483_647 })
    .optional()
    .describe("Only rows that start on this line of the file."),
});
export const importedRowListSchema = listOf(importedRowSchema);

/** The columns of a row by the outcomes of its cells, which are numbers of CELL_OUTCOMES. */
export function cellsByOutcome(columns: readonly string[], outcomes: string): ImportedRow["cells"] {
  const cells = Object.fromEntries(CELL_OUTCOMES.map((outcome) => [outcome, [] as string[]])) as ImportedRow["cells"];
  for (const [i, column] of columns.entries()) cells[CELL_OUTCOMES[Number(outcomes[i])] ?? "empty"].push(column);
  return cells;
}
