import type { ImportMapping } from "@skucast/contracts/imports/mapping";
import { plainName } from "../mapping/known-columns.js";
import type { RawRow } from "../row.js";
import { textOfBlocks } from "./editor-js.js";
import { shapeDates } from "./periods.js";
import { type ColumnNames, type Preset, placeOf, rulesFor } from "./preset.js";
import { channelsIn, currencyColumns, marketsColumns, marketsShaper } from "./saleor-channels.js";
import { cellOf, hasCells, withCells } from "./shaped-rows.js";

/** Saleor's export as CSV or XLSX: a row for each variant, with columns for each channel, warehouse and attribute. */
export const saleor: Preset = {
  name: "saleor",
  matches: (columns) => columns.has("variant_sku") && channelsIn([...columns.keys()]).length > 0,
  /** A product without a date from which it is available for purchase cannot be bought. */
  shape(columns) {
    const channels = channelsIn(columns.map(plainName));
    const [channel] = channels;
    const withMarkets = marketsShaper(columns, channels);
    const dates = channel === undefined ? [] : publicationDate(channel);
    const shaped = shapeDates([
      ...dates.map((name) => ({ place: placeOf(columns, name), says: "yes" }) as const),
      ...purchaseDate(`${channel}`).map(
        (name) => ({ place: placeOf(columns, name), says: "yes", empty: "no" }) as const,
      ),
    ]);
    const descriptions = DESCRIPTIONS.map((name) => placeOf(columns, name)).filter((place) => place >= 0);
    return { ...shaped, push: (row) => shaped.push(withMarkets(withTexts(row, descriptions))) };
  },
  read(columns) {
    const channels = channelsIn([...columns.keys()].toReversed());
    const [channel] = channels;
    return {
      mapping: {
        ...rulesFor(columns, {
          sku: ["variant_sku"],
          title: ["name"],
          item_group_title: ["name"],
          item_group_id: ["id"],
          description: [DESCRIPTIONS, { as: "plain_text" }],
          product_category: ["category"],
          image: ["product_media"],
          variant_image: ["variant_media"],
          shipping_weight: [["variant_weight", "product_weight"]],
          availability: ["variant_is_preorder", { words: { true: "preorder", false: "" } }],
          availability_date: ["variant_preorder_end_date"],
          ...(channel !== undefined && {
            ...pricesOf(columns, channel),
            price_currency: [currencyColumns(channel)] as const,
            prices: [marketsColumns(channels).find((name) => columns.has(name))] as const,
            cost: [`${channel}_channel_variant_cost_price`, { decimal: "point" }] as const,
            published: [`${channel}_channel_published`] as const,
            "published#2": [publicationDate(channel)] as const,
            purchasable: [purchaseDate(channel)] as const,
          }),
        }),
        ...ofWarehouses(columns),
        ...ofAttributes(columns),
      },
      fillDown: { columns: [] },
    };
  },
};

/** The price that customers pay in a channel, and the regular one, which is the same without a promotion. */
function pricesOf(columns: ColumnNames, channel: string) {
  const regular = `${channel}_channel_price_amount`;
  const paid = `${channel}_channel_discounted_price_amount`;
  const point = { decimal: "point" };
  return {
    price: [[paid, regular], point] as const,
    ...(columns.has(paid) && { compare_at_price: [regular, point] as const }),
  };
}

const DESCRIPTIONS = ["description_as_str", "description"] as const;

/** Saleor writes the document of its editor; in a table, a text without paragraphs is empty. */
function withTexts(row: RawRow, places: readonly number[]): RawRow {
  if (!hasCells(row) || places.every((place) => !cellOf(row.cells, place).startsWith("{"))) return row;
  return withCells(row, new Map(places.map((place) => [place, textOfBlocks(cellOf(row.cells, place)) ?? ""])));
}

const publicationDate = (channel: string): readonly string[] =>
  ["published_at", "publication_date"].map((name) => `${channel}_channel_${name}`);

const purchaseDate = (channel: string): readonly string[] =>
  ["available_for_purchase", "available_for_purchase_at"].map((name) => `${channel}_channel_${name}`);

/** The stock of all warehouses is added up. */
const ofWarehouses = (columns: ColumnNames): ImportMapping =>
  Object.fromEntries(
    [...columns]
      .filter(([name]) => /_warehouse_quantity$/.test(name))
      .map(([, column], i) => [`stock#${i + 1}`, column]),
  );

/** Variant attributes tell variants apart; product attributes are custom attributes. */
function ofAttributes(columns: ColumnNames): ImportMapping {
  const rules: Record<string, string> = {};
  for (const column of columns.values()) {
    const [, name = "", kind] = /^(.+) \((product|variant) attribute\)$/.exec(column.trim()) ?? [];
    const member = name.replaceAll(".", "-");
    if (kind !== undefined) rules[`${kind === "variant" ? "variant_options" : "custom_attributes"}.${member}`] = column;
    if (kind === "product" && (member === "brand" || member === "material")) rules[member] = column;
    if (kind === "variant" && (member === "color" || member === "size")) rules[member] = column;
  }
  return rules;
}
