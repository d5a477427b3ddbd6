import { wholeWorkspace } from "@skucast/contracts/principal";
import { type Database, inWorkspace } from "../database.js";

/**
 * The ids of the workspace's other sources. An import of the given source in mode replace keeps their products. None for a file
 * that was uploaded, which is compared with the whole catalog.
 */
export function listOtherSources(
  db: Database,
  { workspaceId, sourceId }: { readonly workspaceId: string; readonly sourceId: string | null },
): Promise<readonly string[]> {
  if (sourceId === null) return Promise.resolve([]);
  return inWorkspace(db, wholeWorkspace(workspaceId), async (client) => {
    const { rows } = await client.query<{ id: string }>("SELECT id FROM sources WHERE workspace_id = $1 AND id <> $2", [
      workspaceId,
      sourceId,
    ]);
    return rows.map(({ id }) => id);
  });
}
