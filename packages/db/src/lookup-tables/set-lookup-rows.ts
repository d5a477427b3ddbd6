/** Runs a statement and resolves with the number of rows that it wrote. */
export type ExecuteRows = (text: string, values: readonly unknown[]) => Promise<number>;

interface Table {
  readonly workspaceId: string;
  readonly tableId: string;
}

/** The values of keys, in the order of the keys, each of which occurs once. */
export interface LookupRows {
  readonly keys: readonly string[];
  readonly values: readonly string[];
}

/** Lists as JSON, because the driver needs much longer for a parameter that is an array. Rows that do not differ are not written. */
const SET = `
  INSERT INTO lookup_rows (workspace_id, table_id, key, value)
  SELECT $1, $2, given.key, given.value
  FROM ROWS FROM (json_array_elements_text($3::json), json_array_elements_text($4::json)) AS given (key, value)
  LEFT JOIN lookup_rows AS stored ON stored.workspace_id = $1 AND stored.table_id = $2 AND stored.key = given.key
  WHERE stored.value IS DISTINCT FROM given.value
  ON CONFLICT (workspace_id, table_id, key) DO UPDATE SET value = excluded.value`;

/**
 * Sets the values of keys of a lookup table, in one statement for any number of rows. Resolves with how many are new or
 * have another value. The row of the table must be locked.
 */
export const setLookupRows = (
  execute: ExecuteRows,
  { workspaceId, tableId }: Table,
  { keys, values }: LookupRows,
): Promise<number> => execute(SET, [workspaceId, tableId, JSON.stringify(keys), JSON.stringify(values)]);

const REMOVE = `
  DELETE FROM lookup_rows WHERE workspace_id = $1 AND table_id = $2
    AND key IN (SELECT json_array_elements_text($3::json))`;

/** Removes keys of a lookup table, in one statement for any number of them. Resolves with how many there were. */
export const removeLookupRows = (
  execute: ExecuteRows,
  { workspaceId, tableId }: Table,
  keys: readonly string[],
): Promise<number> => execute(REMOVE, [workspaceId, tableId, JSON.stringify(keys)]);

const REMOVE_OTHERS = `
  DELETE FROM lookup_rows WHERE workspace_id = $1 AND table_id = $2
    AND NOT EXISTS (SELECT FROM json_array_elements_text($3::json) AS kept (key) WHERE kept.key = lookup_rows.key)`;

/** Removes all other keys of a lookup table. Resolves with how many there were. */
export const removeOtherLookupRows = (
  execute: ExecuteRows,
  { workspaceId, tableId }: Table,
  keys: readonly string[],
): Promise<number> => execute(REMOVE_OTHERS, [workspaceId, tableId, JSON.stringify(keys)]);
