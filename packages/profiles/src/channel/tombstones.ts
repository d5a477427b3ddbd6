import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { Cell } from "./cell.js";

/** Where a row has the id that the channel knows the product by. */
export const idPlaceOf = (columns: readonly Column[]): number => columns.findIndex(({ from }) => from === "sku");

/** The columns of a delta feed's files: the profile's, then the tombstone's. Rows have no value there. */
export const deltaColumnsOf = ({ columns, tombstone }: ProfileDefinition): readonly Column[] =>
  tombstone ? [...columns, tombstone.column] : columns;

/** The row that has the channel remove what it knows by this id: id and tombstone, nothing else. */
export function tombstoneRow({ columns, tombstone }: ProfileDefinition, id: string): readonly Cell[] {
  const cells: Cell[] = new Array(columns.length);
  cells[idPlaceOf(columns)] = id;
  cells.push(tombstone?.value);
  return cells;
}
