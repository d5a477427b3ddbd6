import type { TransactionClient } from "../database.js";

/** Something that an API key or a connected app of the workspace set up. */
export interface Bound {
  readonly workspace_id: string;
  /** Id of the API key or of the grant. */
  readonly bound_to: string;
}

/** Keys that work. */
const KEYS = `
  SELECT workspace_id, id AS bound_to FROM unnest($1::text[], $2::text[]) AS held (workspace_id, id)
  JOIN api_keys USING (workspace_id, id)
  WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`;

/** Grants of apps that the person still has connected. They may have connected the app again since. */
const GRANTS = `
  SELECT held.workspace_id, held.id AS bound_to FROM unnest($1::text[], $2::text[]) AS held (workspace_id, id)
  JOIN oauth_grants former ON former.workspace_id = held.workspace_id AND former.id = held.id
  WHERE EXISTS (
    SELECT FROM oauth_grants g WHERE g.workspace_id = former.workspace_id AND g.user_id = former.user_id
      AND g.client_id = former.client_id AND g.revoked_at IS NULL AND g.expires_at > now())`;

/**
 * Those whose access has ended: the key does not work, or the person no longer has the app connected. Keys are in the
 * database of the workspace, grants in the home database, so it reads them in two statements.
 */
export async function withEndedAccess<Row extends Bound>(
  client: Pick<TransactionClient, "query">,
  rows: readonly Row[],
): Promise<Row[]> {
  const withoutKey = await without(client, KEYS, rows);
  return without(client, GRANTS, withoutKey);
}

/** The rows that the statement does not return. */
async function without<Row extends Bound>(
  client: Pick<TransactionClient, "query">,
  statement: string,
  rows: readonly Row[],
): Promise<Row[]> {
  if (rows.length === 0) return [];
  const columns = [rows.map(({ workspace_id }) => workspace_id), rows.map(({ bound_to }) => bound_to)];
  const found = await client.query<Bound>(statement, columns);
  const going = new Set(found.rows.map(placeOf));
  return rows.filter((row) => !going.has(placeOf(row)));
}

const placeOf = ({ workspace_id, bound_to }: Bound): string => `${workspace_id} ${bound_to}`;
