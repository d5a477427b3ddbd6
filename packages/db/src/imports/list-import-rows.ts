import type { ImportError } from "@skucast/contracts/imports/import";
import { LIMITS } from "@skucast/contracts/limits";
import type { Binding } from "@skucast/contracts/principal";
import { type Database, inWorkspace } from "../database.js";

/** A row of an import with its errors. */
export interface ImportRowWithErrors {
  readonly content: string;
  readonly errors: readonly Pick<ImportError, "severity" | "pointer" | "column" | "message" | "value">[];
}

const PAGE = 100;

const SELECT = `
  SELECT r.line, r.number, r.content, e.errors
  FROM import_rows r, LATERAL (
    SELECT coalesce(json_agg(json_build_object('severity', o.severity, 'pointer', o.pointer, 'column', o.column_name,
      'message', o.message, 'value', o.value) ORDER BY o.number), '[]') AS errors
    FROM import_errors o
    WHERE o.workspace_id = r.workspace_id AND o.import_id = r.import_id AND o.line = r.line
      AND o.number >= r.number AND o.number < r.number + ${LIMITS.importErrorsPerRowMax}) e
  WHERE r.workspace_id = $1 AND r.import_id = $2 AND (r.line, r.number) > ($3, $4)
  ORDER BY r.line, r.number LIMIT ${PAGE}`;

/**
 * The kept rows of an import in the order of the file, one page at a time. No transaction is open between two pages.
 */
export async function* listImportRows(
  db: Database,
  binding: Binding,
  importId: string,
): AsyncGenerator<readonly ImportRowWithErrors[]> {
  let line = -1;
  let number = -1;
  for (;;) {
    const { rows } = await inWorkspace(db, binding, (client) =>
      client.query<ImportRowWithErrors & { line: number; number: number }>(SELECT, [
        binding.workspaceId,
        importId,
        line,
        number,
      ]),
    );
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    line = last.line;
    number = last.number;
  }
}
