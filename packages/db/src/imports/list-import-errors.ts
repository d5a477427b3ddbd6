import type { ImportError } from "@skucast/contracts/imports/import";
import type { Binding } from "@skucast/contracts/principal";
import { type Database, inWorkspace } from "../database.js";

const PAGE = 1_000;

/**
 * The stored errors and warnings of an import in the order of the file, one page at a time. No transaction is open
 * between two pages.
 */
export async function* listImportErrors(
  db: Database,
  binding: Binding,
  importId: string,
): AsyncGenerator<readonly ImportError[]> {
  let line = 0;
  let number = 0;
  for (;;) {
    const rows = await inWorkspace(db, binding, async (client) => {
      const page = await client.query<ImportError & { number: number }>(
        `SELECT line, number, sku, pointer, code, message, severity, value, column_name AS "column" FROM import_errors
         WHERE workspace_id = $1 AND import_id = $2 AND (line, number) > ($3, $4) ORDER BY line, number LIMIT $5`,
        [binding.workspaceId, importId, line, number, PAGE],
      );
      return page.rows;
    });
    if (rows.length > 0) yield rows.map(({ number: _number, ...error }) => error);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    line = last.line;
    number = last.number;
  }
}
