interface Executor {
  query(text: string, values: unknown[]): Promise<unknown>;
}

interface SetRows {
  readonly workspaceId: string;
  readonly tableId: string;
  readonly rows: readonly { readonly key: string; readonly value: string }[];
}

const SET = `
  INSERT INTO lookup_rows (workspace_id, table_id, key, value)
  SELECT $1, $2, given.key, given.value FROM unnest($3::text[], $4::text[]) AS given (key, value)
  ON CONFLICT (workspace_id, table_id, key) DO UPDATE SET value = excluded.value WHERE lookup_rows.value <> excluded.value`;

/** Sets the values of keys of a lookup table, in one statement for any number of rows. */
export async function setLookupRows(client: Executor, { workspaceId, tableId, rows }: SetRows): Promise<void> {
  const keys = rows.map(({ key }) => key);
  const values = rows.map(({ value }) => value);
  await client.query(SET, [workspaceId, tableId, keys, values]);
}
