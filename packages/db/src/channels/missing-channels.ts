import type { Binding } from "@skucast/contracts/principal";
import { type Database, inWorkspace } from "../database.js";

/** Those of the ids that are not channels which the actor sees. */
export function missingChannels(db: Database, binding: Binding, ids: readonly string[]): Promise<ReadonlySet<string>> {
  return inWorkspace(db, binding, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `SELECT given.id FROM unnest($2::text[]) AS given (id)
       WHERE NOT EXISTS (SELECT FROM channels WHERE channels.workspace_id = $1 AND channels.id = given.id)`,
      [binding.workspaceId, ids],
    );
    return new Set(rows.map(({ id }) => id));
  });
}
