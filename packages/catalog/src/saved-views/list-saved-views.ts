import type { SavedView, SavedViewList } from "@skucast/contracts/saved-views/saved-view";
import type { Call } from "../call.js";
import { requirePerson } from "../notifications/require-person.js";
import { type Page, type PageRequest, pageOf } from "../page.js";
import { runRead } from "../transactions.js";
import { savedViewOf } from "./saved-view-row.js";

/** A page of the views that the signed-in user saved in the workspace, oldest first. */
export function listSavedViews(
  call: Call<PageRequest & { readonly list: SavedViewList | undefined }>,
): Promise<Page<SavedView>> {
  const { userId } = requirePerson(call.principal);
  const { after, limit, list } = call.input;
  return runRead(call, null, async (tx, workspaceId) => {
    const where = { workspaceId, userId, id: { gt: after }, ...(list !== undefined && { list }) };
    const rows = await tx.savedView.findMany({ where, orderBy: { id: "asc" }, take: limit + 1 });
    return pageOf(rows.map(savedViewOf), limit);
  });
}
