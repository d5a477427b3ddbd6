import { newId } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import { Problem } from "@skucast/contracts/problem";
import type { SavedView, SavedViewBody } from "@skucast/contracts/saved-views/saved-view";
import type { Call, WriteOptions } from "../call.js";
import { requirePerson } from "../notifications/require-person.js";
import { runChange } from "../transactions.js";
import { savedViewOf } from "./saved-view-row.js";

/** Saves a view of the signed-in user; replaces their view of the same list with the same name. No other member sees it. */
export function saveView(call: Call<{ view: SavedViewBody } & WriteOptions>): Promise<SavedView> {
  const { userId } = requirePerson(call.principal);
  const { list, name, filter, columns } = call.input.view;
  return runChange(call, null, async ({ tx, workspaceId, now }) => {
    // Two tabs of one person take turns, so that together they do not exceed the limit.
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${workspaceId} ${userId} saved views`}, 0))`;
    const of = { workspaceId, userId, list };
    const named = { workspaceId_userId_list_name: { ...of, name } };
    const isNew = (await tx.savedView.findUnique({ where: named })) === null;
    if (isNew && (await tx.savedView.count({ where: of })) >= LIMITS.savedViewsPerList) throw tooMany();
    const content = { filter, columns, updatedAt: now };
    const row = await tx.savedView.upsert({
      where: named,
      create: { ...of, id: newId("view", now.getTime()), name, ...content },
      update: content,
    });
    return savedViewOf(row);
  });
}

const tooMany = (): Problem =>
  new Problem("limit_reached", `You can save at most ${LIMITS.savedViewsPerList} views of a list. Delete one first.`);
