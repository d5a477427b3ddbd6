import type { RowKind } from "@skucast/contracts/imports/imported-row";
import type { Binding } from "@skucast/contracts/principal";
import { type Database, inWorkspace } from "../database.js";
import { kindsOf, type RowResult, unpackOutcomes } from "./outcome-block.js";

/** A row's result and its position among the rows of the file, from 0. */
export interface PlacedResult extends RowResult {
  readonly place: number;
}

export interface OutcomeSelection {
  /** The position from which rows are returned. */
  readonly from: number;
  readonly kind?: RowKind | undefined;
  readonly line?: number | undefined;
}

/** The selected results of a block, and the position that follows it. */
export interface SelectedResults {
  readonly results: readonly PlacedResult[];
  readonly end: number;
}

const BLOCKS = 20;

/** A block of rows may begin before the position from which they are returned. */
const SELECT = `
  SELECT first_row AS "firstRow", row_count AS "rowCount", content FROM import_outcomes
  WHERE workspace_id = $1 AND import_id = $2 AND first_row + row_count > $3
    AND first_row >= coalesce((SELECT max(first_row) FROM import_outcomes
      WHERE workspace_id = $1 AND import_id = $2 AND first_row <= $3), 0)
    AND ($4::integer IS NULL OR kinds & $4 <> 0)
    AND ($5::integer IS NULL OR (first_line <= $5 AND last_line >= $5))
  ORDER BY first_row LIMIT ${BLOCKS}`;

/**
 * The results of the rows of an import in the order of the file, one block at a time; a block may have none that is selected.
 * No transaction is open between two blocks.
 */
export async function* listImportOutcomes(
  db: Database,
  binding: Binding,
  importId: string,
  { from, kind, line }: OutcomeSelection,
): AsyncGenerator<SelectedResults> {
  const kinds = kind === undefined ? null : kindsOf([kind]);
  let next = from;
  for (;;) {
    const { rows } = await inWorkspace(db, binding, (client) =>
      client.query<{ firstRow: number; rowCount: number; content: Buffer }>(SELECT, [
        binding.workspaceId,
        importId,
        next,
        kinds,
        line ?? null,
      ]),
    );
    for (const { firstRow, rowCount, content } of rows) {
      const results = (await unpackOutcomes(content)).map((result, i) => ({ ...result, place: firstRow + i }));
      const start = next;
      next = firstRow + rowCount;
      yield {
        results: results.filter((result) => result.place >= start && isSelected(result, { kind, line })),
        end: next,
      };
    }
    if (rows.length < BLOCKS) return;
  }
}

const isSelected = (result: RowResult, { kind, line }: Omit<OutcomeSelection, "from">): boolean =>
  (line === undefined || result.line === line) &&
  (kind === undefined || (kind === "warned" ? result.isWarned : result.outcome === kind));
