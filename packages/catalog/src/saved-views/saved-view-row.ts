import { SAVED_VIEW_LISTS, type SavedView } from "@skucast/contracts/saved-views/saved-view";
import type { SavedView as SavedViewRow } from "@skucast/db/generated/client";
import { z } from "zod";

const listSchema = z.enum(SAVED_VIEW_LISTS);
const filterSchema = z.record(z.string(), z.string());

/** A stored view as returned to clients. */
export const savedViewOf = (row: SavedViewRow): SavedView => ({
  id: row.id,
  list: listSchema.parse(row.list),
  name: row.name,
  filter: filterSchema.parse(row.filter),
  columns: row.columns,
  updated_at: row.updatedAt.toISOString(),
});
