import { inSystem } from "@skucast/db/database";
import { completePlan } from "@skucast/imports/complete-plan";
import { usesOf } from "@skucast/imports/plan-import";
import { LeaseLost } from "@skucast/service-kit/lease";
import type { ImporterContext } from "../context.js";
import type { FileWork } from "./apply-file.js";

const SAVE = `
  UPDATE imports SET plan = $4, columns = $5, version = version + 1, updated_at = $6
  WHERE workspace_id = $1 AND id = $2 AND lease_owner = $3
  RETURNING id`;

/**
 * Completes the plan of an import, which was made from the first rows of its file, and stores it before any row is written, so
 * that an importer that takes over reads all rows in the same way.
 */
export async function settlePlan(
  { db, clock, hints, settings }: ImporterContext,
  { work, path, check }: FileWork,
): Promise<FileWork> {
  if (work.plan.requested === undefined) return { work, path, check };
  const plan = await completePlan(path, work.plan, { rowsMax: settings.rowsMax, check });
  await inSystem(db, async (client) => {
    const values = [JSON.stringify(plan), JSON.stringify(usesOf(plan)), clock.now()];
    const saved = await client.query<{ id: string }>(SAVE, [work.workspaceId, work.id, work.owner, ...values]);
    if (saved.rows.length === 0) throw new LeaseLost();
  });
  hints.note(work.workspaceId, "import");
  return { work: { ...work, plan }, path, check };
}
