import type { TransactionClient } from "../database.js";
import type { OutcomeBlock } from "./outcome-block.js";

const INSERT = `
  INSERT INTO import_outcomes (workspace_id, import_id, first_row, row_count, first_line, last_line, kinds, content)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`;

/**
 * Stores the results of consecutive rows of an import, of which `firstRow` rows are before it. An existing block stays
 * as it is.
 */
export async function insertImportOutcomes(
  client: TransactionClient,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
  { firstRow, rowCount, firstLine, lastLine, kinds, content }: OutcomeBlock & { readonly firstRow: number },
): Promise<void> {
  await client.query(INSERT, [workspaceId, id, firstRow, rowCount, firstLine, lastLine, kinds, content]);
}
