import { columnsNamed, numbered, type Preset, rulesFor } from "./preset.js";

/** OXID's export of articles, with the names of its table. Variants name the id of their article, which is not sold itself. */
export const oxid: Preset = {
  name: "oxid",
  matches: (columns) => columns.has("oxartnum") && (columns.has("oxtitle") || columns.has("oxprice")),
  read(columns) {
    const id = columns.get("oxid");
    const parent = columns.get("oxparentid");
    const of = (...names: readonly string[]): string[] => columnsNamed(columns, names);
    return {
      mapping: {
        ...rulesFor(columns, {
          sku: ["oxartnum"],
          title: ["oxtitle"],
          description: [["oxlongdesc", "oxshortdesc"], { as: "plain_text" }],
          brand: [["oxmanufacturer", "oxmanufacturertitle"]],
          gtin: [["oxean", "oxdistean"]],
          mpn: ["oxmpn"],
          price: ["oxprice"],
          price_currency: ["oxcurrency"],
          stock: ["oxstock"],
          sells_without_stock: ["oxstockflag", { words: SELLS_WITHOUT_STOCK }],
          published: ["oxactive"],
          "published#2": ["oxhidden", { words: { "1": "no", "0": "yes" } }],
          item_group_id: ["oxparentid"],
          option_name: ["oxvarname"],
          option_value: ["oxvarselect"],
          url: ["oxexturl"],
          "weight.value": ["oxweight"],
          ...(columns.has("oxweight") && { "weight.unit": ["oxweight", { words: { "*": "kg" } }] as const }),
        }),
        ...numbered(columns, { image: (n) => `oxpic${n}` }, 12),
      },
      fillDown: {
        columns: [],
        ...(id !== undefined &&
          parent !== undefined && {
            referred: {
              sku: id,
              reference: parent,
              options: of("oxvarselect"),
              titles: of("oxtitle"),
              counts: of("oxstock"),
              columns: of("oxtitle", "oxshortdesc", "oxlongdesc", "oxmanufacturer", "oxvarname", "oxpic1", "oxmpn"),
              prices: of("oxprice"),
              sales: [],
              published: of("oxactive"),
            },
          }),
      },
    };
  },
};

/** 1 is the usual one, with which an article stays for sale; 4 is a store of someone else. 2 and 3 end the sale. */
const SELLS_WITHOUT_STOCK = { "1": "yes", "4": "yes", "2": "no", "3": "no" };
