/** Runs a statement and resolves with the number of rows that it wrote. */
export type ExecuteRows = (text: string, values: readonly unknown[]) => Promise<number>;

interface SetRows {
  readonly workspaceId: string;
  readonly tableId: string;
  readonly rows: readonly { readonly key: string; readonly value: string }[];
}

const SET = `
  INSERT INTO lookup_rows (workspace_id, table_id, key, value)
  SELECT $1, $2, given.key, given.value FROM unnest($3::text[], $4::text[]) AS given (key, value)
  ON CONFLICT (workspace_id, table_id, key) DO UPDATE SET value = excluded.value WHERE lookup_rows.value <> excluded.value`;

/**
 * Sets the values of keys of a lookup table, in one statement for any number of rows. Resolves with how many are new or
 * have another value.
 */
export function setLookupRows(execute: ExecuteRows, { workspaceId, tableId, rows }: SetRows): Promise<number> {
  const keys = rows.map(({ key }) => key);
  const values = rows.map(({ value }) => value);
  return execute(SET, [workspaceId, tableId, keys, values]);
}

const REMOVE = "DELETE FROM lookup_rows WHERE workspace_id = $1 AND table_id = $2 AND key = ANY ($3::text[])";

/** Removes keys of a lookup table, in one statement for any number of them. Resolves with how many there were. */
export const removeLookupRows = (
  execute: ExecuteRows,
  { workspaceId, tableId, keys }: Omit<SetRows, "rows"> & { readonly keys: readonly string[] },
): Promise<number> => execute(REMOVE, [workspaceId, tableId, keys]);
