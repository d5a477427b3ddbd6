import { inSystem } from "@skucast/db/database";
import { usesOf } from "@skucast/imports/plan-import";
import { LeaseLost } from "@skucast/service-kit/lease";
import type { ImporterContext } from "../context.js";
import type { ClaimedImport } from "./claimed-import.js";

const SAVE = `
  UPDATE imports SET columns = $4, version = version + 1, updated_at = $5
  WHERE workspace_id = $1 AND id = $2 AND lease_owner = $3
  RETURNING id`;

/** Stores which fields the columns fill, when reading the rows has shown more of it than the plan did. */
export async function saveColumns(
  { db, clock }: Pick<ImporterContext, "db" | "clock">,
  { workspaceId, id, owner, plan }: Pick<ClaimedImport, "workspaceId" | "id" | "owner" | "plan">,
): Promise<void> {
  const columns = JSON.stringify(usesOf(plan));
  const { rows } = await inSystem(db, (client) =>
    client.query<{ id: string }>(SAVE, [workspaceId, id, owner, columns, clock.now()]),
  );
  if (rows.length === 0) throw new LeaseLost();
}
