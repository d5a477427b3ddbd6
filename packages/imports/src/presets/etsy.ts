import type { RowGrouper } from "../group-rows.js";
import type { RawRow } from "../row.js";
import { numbered, type Preset, placeOf, rulesFor } from "./preset.js";
import { type CellRow, cellOf, hasCells, withCells } from "./shaped-rows.js";

const IMAGES_MAX = 10;
const VARIATIONS = [1, 2] as const;

/** Etsy's CSV of listings: a listing is one row, with the values of its variations and all of its SKUs in one cell each. */
export const etsy: Preset = {
  name: "etsy",
  matches: (columns) => columns.has("variation_1_values") && columns.has("currency_code") && columns.has("sku"),
  read: (columns) => ({
    mapping: {
      ...rulesFor(columns, {
        sku: ["sku"],
        title: ["title"],
        item_group_title: ["title"],
        item_group_id: [GROUP],
        price: ["price"],
        price_currency: ["currency_code"],
        stock: ["quantity"],
        material: ["materials"],
      }),
      ...numbered(columns, { image: (n) => `image${n}` }, IMAGES_MAX),
      ...numbered(
        columns,
        { option_name: (n) => `variation_${n}_name`, option_value: (n) => `variation_${n}_values` },
        VARIATIONS.length,
      ),
    },
    fillDown: { columns: [] },
  }),
  decides: { variation_1_type: "option_name", variation_2_type: "option_name" },
  shape: createShape,
};

/** A column that says nothing about a product. Listings have no id, so it takes the first SKU of those with several. */
const GROUP = "variation_1_type";
/** More than a listing on Etsy can have. */
const VARIANTS_MAX = 5_000;

/** Makes a row of each SKU, with the values of the variation that it stands for. */
function createShape(columns: readonly string[]): RowGrouper {
  const sku = placeOf(columns, "sku");
  const quantity = placeOf(columns, "quantity");
  const group = placeOf(columns, GROUP);
  const variations = VARIATIONS.map((n) => ({
    type: placeOf(columns, `variation_${n}_type`),
    name: placeOf(columns, `variation_${n}_name`),
    values: placeOf(columns, `variation_${n}_values`),
  }));

  function rowsOf(row: CellRow): readonly RawRow[] {
    const listed = variations.map(({ values }) => listIn(cellOf(row.cells, values)));
    const combinations = listed.reduce((sum, values) => sum * Math.max(values.length, 1), 1);
    const skus = listIn(cellOf(row.cells, sku));
    if (skus.length === 0) return [row];
    if (skus.length !== combinations || combinations > VARIANTS_MAX) return [mismatch(row, skus.length, combinations)];
    const names = variations.map(
      ({ name, type }) => [name, cellOf(row.cells, name) || cellOf(row.cells, type)] as const,
    );
    if (skus.length === 1) return [withCells(row, new Map([...names, [group, ""]]))];
    // The count is that of all variations together.
    const isInStock = Number(cellOf(row.cells, quantity)) > 0;
    const shared = new Map([...names, [group, skus[0] ?? ""], [quantity, isInStock ? "in stock" : "out of stock"]]);
    return skus.map((own, place) => ({
      ...withCells(row, new Map([...shared, ...chosenAt(place, listed, combinations), [sku, own]])),
      ...(place > 0 && { place }),
    }));
  }

  /** The cells of the values at a place: Etsy lists the second variation's values within each of the first. */
  function chosenAt(place: number, listed: readonly (readonly string[])[], combinations: number): [number, string][] {
    let each = combinations;
    return variations.map(({ values }, i) => {
      const choices = listed[i] ?? [];
      each /= Math.max(choices.length, 1);
      return [values, choices[Math.floor(place / each) % choices.length] ?? ""];
    });
  }

  return { push: (row) => (hasCells(row) ? rowsOf(row) : [row]), end: () => [] };
}

const listIn = (cell: string): string[] =>
  cell
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** A listing with another number of SKUs than combinations: nothing says which SKU is which. */
function mismatch({ line, cells, text }: CellRow, skus: number, combinations: number): RawRow {
  const variants = combinations === 1 ? "no variations" : `${combinations} variations`;
  const message = `has ${skus === 1 ? "one SKU" : `${skus} SKUs`} for ${variants}; give each variation a SKU of its own on Etsy, and export again`;
  return { line, ...(text !== undefined && { text }), misfit: cells, fault: { code: "unreadable_row", message } };
}
