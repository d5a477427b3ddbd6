import type { ImportError } from "@skucast/contracts/imports/import";
import type { TransactionClient } from "../database.js";

interface NumberedError extends ImportError {
  readonly number: number;
}

const INSERT = `
  INSERT INTO import_errors (workspace_id, import_id, line, number, sku, pointer, code, message, severity, value, column_name)
  SELECT $1, $2, e.*
  FROM unnest($3::int[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
    $11::text[]) AS e (line, number, sku, pointer, code, message, severity, value, column_name)
  ON CONFLICT DO NOTHING`;

/** Stores errors and warnings of an import. Those that exist already stay as they are. */
export async function insertImportErrors(
  client: TransactionClient,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
  errors: readonly NumberedError[],
): Promise<void> {
  if (errors.length === 0) return;
  const column = <K extends keyof NumberedError>(name: K): NumberedError[K][] => errors.map((error) => error[name]);
  const names = ["line", "number", "sku", "pointer", "code", "message", "severity", "value", "column"] as const;
  await client.query(INSERT, [workspaceId, id, ...names.map((name) => column(name))]);
}
