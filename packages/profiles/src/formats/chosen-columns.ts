import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { RowWriter } from "./row-writer.js";

/** The columns that a feed has, in the order of the profile; all if `names` is null. The tombstone's is always kept. */
export const chosenColumns = (
  columns: readonly Column[],
  names: readonly string[] | null,
  tombstone: Column | undefined,
): readonly Column[] =>
  names === null ? columns : columns.filter((column) => column === tombstone || names.includes(column.name));

/** A writer for rows with all columns that writes the chosen ones. */
export function writerOfChosen(
  writerFor: (columns: readonly Column[]) => RowWriter,
  columns: readonly Column[],
  chosen: readonly Column[],
): RowWriter {
  const writer = writerFor(chosen);
  if (chosen === columns) return writer;
  const places = chosen.map((column) => columns.indexOf(column));
  return { ...writer, row: (cells) => writer.row(places.map((place) => cells[place])) };
}
