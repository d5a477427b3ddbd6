import type { SavedView } from "@skucast/contracts/saved-views/saved-view";
import { callRoute } from "../../api/client.js";
import { readStored, writeStored } from "../../components/stored-value.js";
import { missingViews, parseViews } from "./stored-views.js";

/** Saves the views that this browser keeps under a name in the account, and removes them here. */
export async function moveViews(stored: string, saved: readonly SavedView[]): Promise<void> {
  for (const { name, filter, columns } of missingViews(readStored(stored, parseViews) ?? [], saved)) {
    await callRoute("saveView", { body: { list: "products", name, filter, columns: [...columns] } });
  }
  writeStored(stored, undefined);
}
