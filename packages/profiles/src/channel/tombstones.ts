import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { Cell } from "./cell.js";

/** The index of the column with the product's id in the channel. */
export const idPlaceOf = (columns: readonly Column[]): number => columns.findIndex(({ from }) => from === "sku");

/** The columns of a delta feed's files: the profile's columns, then the tombstone's, which is empty in normal rows. */
export const deltaColumnsOf = ({ columns, tombstone }: ProfileDefinition): readonly Column[] =>
  tombstone ? [...columns, tombstone.column] : columns;

/** The row that tells the channel to remove a product: only the id and the tombstone. */
export function tombstoneRow({ columns, tombstone }: ProfileDefinition, id: string): readonly Cell[] {
  const cells: Cell[] = new Array(columns.length);
  cells[idPlaceOf(columns)] = id;
  cells.push(tombstone?.value);
  return cells;
}
