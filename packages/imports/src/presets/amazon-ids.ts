import type { RowGrouper } from "../group-rows.js";
import { placeOf } from "./preset.js";
import { cellOf, hasCells, withCells } from "./shaped-rows.js";

/** The columns with the kind of a product's id, in the older templates and in the report of all listings. */
export const ID_TYPES = ["external_product_id_type", "product_id_type"] as const;
const IDS = ["external_product_id", "product_id"];

/** The kinds that are GTINs; the report numbers them: 2 is an ISBN, 3 a UPC and 4 an EAN, while 1 is an ASIN. */
const GTINS = /^(?:2|3|4|ean|upc|gtin|isbn|jan)(?:[-_ ]?(?:8|10|12|13|14))?$/i;
const ASIN = /^B0[A-Z\d]{8}$/i;

/** Leaves out ids that are no GTIN, by their kind, otherwise by their form. */
export function shapeIds(columns: readonly string[]): RowGrouper {
  const type = placeOf(columns, ...ID_TYPES);
  const id = placeOf(columns, ...IDS);
  return {
    push(row) {
      if (!hasCells(row) || id < 0) return [row];
      const kind = cellOf(row.cells, type);
      const isOther = ASIN.test(cellOf(row.cells, id)) || (kind !== "" && !GTINS.test(kind));
      return [isOther ? withCells(row, new Map([[id, ""]])) : row];
    },
    end: () => [],
  };
}
