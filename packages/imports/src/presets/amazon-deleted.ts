import type { RowGrouper } from "../group-rows.js";
import { plainWord } from "../values/words.js";
import { placeOf } from "./preset.js";
import { cellOf, hasCells, withCells } from "./shaped-rows.js";

/** What a row asks Amazon to do with a listing: in the older templates, the inventory loader and the new templates. */
export const ACTIONS = ["update_delete", "add_delete", "record_action"] as const;

/** What Amazon's templates call the deletion of a listing, in the languages of its marketplaces. */
const DELETIONS: ReadonlySet<string> = new Set(
  "delete d x loschen supprimer suppression eliminar borrar elimina eliminare cancella verwijderen usun tabort sil 削除"
    .split(" ")
    .map(plainWord),
);

/** Writes the status of a product whose listing a row deletes; other actions do not change the status. */
export function shapeActions(columns: readonly string[]): RowGrouper {
  const places = ACTIONS.map((name) => placeOf(columns, name)).filter((place) => place >= 0);
  return {
    push(row) {
      if (!hasCells(row) || places.length === 0) return [row];
      const isDeleted = places.some((place) => DELETIONS.has(plainWord(cellOf(row.cells, place))));
      return [withCells(row, new Map(places.map((place) => [place, isDeleted ? "archived" : ""])))];
    },
    end: () => [],
  };
}
