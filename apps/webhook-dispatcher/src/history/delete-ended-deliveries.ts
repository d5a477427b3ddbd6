import { firstIdAt } from "@skucast/contracts/ids";
import type { TransactionClient } from "@skucast/db/database";

const WORKSPACES_MAX = 100;
const BATCH = 5_000;
const BATCH_OF_WORKSPACE = 1_000;

/** The position before the first workspace. */
export const START = "";

const WORKSPACES = `SELECT id FROM workspaces WHERE id > $1 ORDER BY id LIMIT ${WORKSPACES_MAX}`;

/** Deletes by the primary key, in each workspace from the oldest id on. The attempts are deleted with their deliveries. */
const DELETE = `
  WITH old AS (
    SELECT o.workspace_id, o.id FROM unnest($1::text[]) AS w (id) CROSS JOIN LATERAL (
      SELECT d.workspace_id, d.id FROM deliveries d
      WHERE d.workspace_id = w.id AND d.id < $2 AND d.status <> 'pending' AND d.completed_at < $3
      ORDER BY d.id LIMIT ${BATCH_OF_WORKSPACE}
    ) o LIMIT ${BATCH}
  )
  DELETE FROM deliveries d USING old WHERE d.workspace_id = old.workspace_id AND d.id = old.id AND d.status <> 'pending'`;

const DELETE_NOTICES = "DELETE FROM notices WHERE workspace_id = ANY ($1::text[]) AND id < $2 AND status <> 'sending'";

/** Open ones are deleted, too: if their object still exists and fails, the problem is reported again. */
const DELETE_INCIDENTS = `
  DELETE FROM incidents
  WHERE workspace_id = ANY ($1::text[]) AND opened_at < $2 AND (closed_at IS NULL OR closed_at < $2)`;

/**
 * Deletes mails, incidents, and deliveries that were created and ended before a time, of some workspaces. Returns the
 * position for the next call, which is START after the last workspace.
 */
export async function deleteEndedDeliveries(
  client: TransactionClient,
  { before, position }: { before: Date; position: string },
): Promise<{ position: string }> {
  const { rows } = await client.query<{ id: string }>(WORKSPACES, [position]);
  const ids = rows.map(({ id }) => id);
  const { rowCount } = await client.query(DELETE, [ids, firstIdAt("dlv", before.getTime()), before]);
  await client.query(DELETE_NOTICES, [ids, firstIdAt("ntc", before.getTime())]);
  await client.query(DELETE_INCIDENTS, [ids, before]);
  // A workspace may have more than one batch, so these workspaces are checked again. That is fast if they have no more.
  if ((rowCount ?? 0) >= BATCH_OF_WORKSPACE) return { position };
  return { position: rows.length === WORKSPACES_MAX ? (ids.at(-1) ?? START) : START };
}
