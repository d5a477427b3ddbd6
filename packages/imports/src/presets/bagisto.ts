import type { RowGrouper } from "../group-rows.js";
import { variationsIn } from "./magento.js";
import { throughDay } from "./periods.js";
import { columnsNamed, type Preset, placeOf, rulesFor } from "./preset.js";
import { cellOf, hasCells, withCells } from "./shaped-rows.js";

/** Bagisto's product CSV: variants refer to their configurable product; amounts have no currency. */
export const bagisto: Preset = {
  name: "bagisto",
  matches: (columns) => columns.has("attribute_family_code") && columns.has("url_key") && columns.has("inventories"),
  read(columns) {
    const type = columns.get("type");
    const reference = columns.get("parent_sku");
    const sku = columns.get("sku");
    const hasParents = type !== undefined && reference !== undefined && sku !== undefined;
    return {
      mapping: rulesFor(columns, {
        sku: ["sku"],
        title: ["name"],
        item_group_id: ["parent_sku"],
        options: ["configurable_variants"],
        product_length: ["length", { decimal: "point" }],
        product_width: ["width", { decimal: "point" }],
        product_height: ["height", { decimal: "point" }],
        description: ["description", { as: "plain_text" }],
        published: ["status"],
        product_category: ["categories", { as: "first" }],
        image: ["images"],
        price: ["price", { decimal: "point" }],
        cost: ["cost", { decimal: "point" }],
        sale_price: ["special_price", { decimal: "point", empty: "clear" }],
        sale_price_starts_at: ["special_price_from", { empty: "clear" }],
        sale_price_ends_at: ["special_price_to", { empty: "clear" }],
        shipping_weight: ["weight", { decimal: "point" }],
        tax_class: ["tax_category_name"],
        stock_by_source: ["inventories"],
        stock_tracked: ["manage_stock", { default: "no" }],
      }),
      fillDown: {
        columns: [],
        ...(hasParents && {
          parents: {
            type,
            reference,
            sku,
            parentTypes: ["configurable", "grouped", "bundle"],
            columns: [],
            published: columnsNamed(columns, ["status"]),
          },
        }),
      },
    };
  },
  shape: createShape,
};

const VARIATIONS_MAX = 100_000;

/** A configurable product, which is above its variants, lists their options. A sale goes on through its last day. */
function createShape(columns: readonly string[]): RowGrouper {
  const [sku, variants] = ["sku", "configurable_variants"].map((name) => placeOf(columns, name)) as [number, number];
  const saleEnd = placeOf(columns, "special_price_to");
  const options = new Map<string, string>();
  return {
    push(raw) {
      if (!hasCells(raw)) return [raw];
      const row = withCells(raw, new Map([[saleEnd, throughDay(cellOf(raw.cells, saleEnd))]]));
      if (variants < 0) return [row];
      for (const [variant, chosen] of variationsIn(cellOf(row.cells, variants)))
        if (options.size < VARIATIONS_MAX) options.set(variant, chosen);
      const own = options.get(cellOf(row.cells, sku));
      return own === undefined ? [row] : [withCells(row, new Map([[variants, own]]))];
    },
    end: () => [],
  };
}
