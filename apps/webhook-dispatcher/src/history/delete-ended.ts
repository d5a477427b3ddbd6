import { firstIdAt } from "@skucast/contracts/ids";
import type { TransactionClient } from "@skucast/db/database";

const WORKSPACES_MAX = 100;
const BATCH = 5_000;
const BATCH_OF_WORKSPACE = 1_000;

/** Before the first workspace. */
export const START = "";

const WORKSPACES = `SELECT id FROM workspaces WHERE id > $1 ORDER BY id LIMIT ${WORKSPACES_MAX}`;

/** Workspace by workspace from the oldest id on, by the primary key. Their attempts go with them. */
const DELETE = `
  WITH old AS (
    SELECT o.workspace_id, o.id FROM unnest($1::text[]) AS w (id) CROSS JOIN LATERAL (
      SELECT d.workspace_id, d.id FROM deliveries d
      WHERE d.workspace_id = w.id AND d.id < $2 AND d.status <> 'pending' AND d.completed_at < $3
      ORDER BY d.id LIMIT ${BATCH_OF_WORKSPACE}
    ) o LIMIT ${BATCH}
  )
  DELETE FROM deliveries d USING old WHERE d.workspace_id = old.workspace_id AND d.id = old.id AND d.status <> 'pending'`;

const DELETE_NOTICES =
  "DELETE FROM notices WHERE workspace_id = ANY ($1::text[]) AND id < $2 AND status NOT IN ('pending', 'sending')";

/**
 * Deletes deliveries of some workspaces that were made and ended before a time, and mails; answers where to go on: START after
 * the last one.
 */
export async function deleteEnded(
  client: TransactionClient,
  { before, position }: { before: Date; position: string },
): Promise<{ position: string }> {
  const { rows } = await client.query<{ id: string }>(WORKSPACES, [position]);
  const ids = rows.map(({ id }) => id);
  const { rowCount } = await client.query(DELETE, [ids, firstIdAt("dlv", before.getTime()), before]);
  await client.query(DELETE_NOTICES, [ids, firstIdAt("ntc", before.getTime())]);
  // A workspace may have more than its batch: it is looked at again, and costs one step when it has not.
  if ((rowCount ?? 0) >= BATCH_OF_WORKSPACE) return { position };
  return { position: rows.length === WORKSPACES_MAX ? (ids.at(-1) ?? START) : START };
}
