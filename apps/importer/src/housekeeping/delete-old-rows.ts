import { LIMITS } from "@skucast/contracts/limits";
import { inSystem } from "@skucast/db/database";
import { deleteKeptRows } from "@skucast/db/imports/delete-kept-rows";
import type { ImporterContext } from "../context.js";

const IMPORTS_MAX = 20;
const DAY_MS = 86_400_000;

/**
 * Deletes the rows to correct and the outcomes of the rows of imports that ended long ago. Their errors and counts stay.
 * Returns whether there may be more.
 */
export function deleteOldRows({ db, clock }: ImporterContext): Promise<"more" | "idle"> {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  return inSystem(db, async (client) => {
    const endedBefore = (days: number) => ({ before: daysAgo(days), importsMax: IMPORTS_MAX });
    const count =
      (await deleteKeptRows(client, "faulty_rows", endedBefore(LIMITS.importFaultyRowsKeptDays))) +
      (await deleteKeptRows(client, "outcomes", endedBefore(LIMITS.importOutcomesKeptDays)));
    return count > 0 ? "more" : "idle";
  });
}
