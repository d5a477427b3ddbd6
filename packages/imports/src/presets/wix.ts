import type { RowGrouper } from "../group-rows.js";
import type { RawRow } from "../row.js";
import { readBoolean } from "../values/words.js";
import { numbered, type Preset, placeOf, rulesFor } from "./preset.js";
import { type CellRow, cellOf, filledFrom, hasCells, skipped, withCells } from "./shaped-rows.js";

/**
 * Wix' product CSV: the variants and images of a product are in the rows below it. There are two generations of column
 * names: `handleId`, `productImageUrl`, and now `handle`, `media`, with a row for each further image.
 */
export const wix: Preset = {
  name: "wix",
  matches: (columns) => columns.has("fieldtype") && (columns.has("handleid") || columns.has("handle")),
  read: (columns) => ({
    mapping: {
      ...rulesFor(columns, {
        sku: ["sku"],
        title: ["name"],
        item_group_title: ["name"],
        item_group_id: [["handleid", "handle"]],
        description: [["description", "plaindescription"], { as: "plain_text" }],
        brand: ["brand"],
        price: ["price"],
        sale_price: ["discountvalue", { empty: "clear" }],
        compare_at_price: ["strikethroughprice", { empty: "clear" }],
        cost: ["cost"],
        published: ["visible"],
        stock: ["inventory", { words: STOCK }],
        stock_tracked: ["inventory", { default: "no", words: TRACKED }],
        gtin: ["barcode"],
        product_category: ["collection", { as: "first" }],
        shipping_weight: ["weight"],
        "unit_pricing_measure.value": ["totalunits"],
        "unit_pricing_measure.unit": ["totalunitsmeasurement"],
        "unit_pricing_base_measure.value": ["baseunit"],
        "unit_pricing_base_measure.unit": ["baseunitmeasurement"],
        image: [["productimageurl", "media"], { prefix: "https://static.wixstatic.com/media/" }],
      }),
      ...numbered(
        columns,
        {
          option_name: (n) => `productoptionname${n}`,
          option_value: (n) => `productoption${columns.has("handleid") ? "description" : "choices"}${n}`,
        },
        OPTIONS_MAX,
      ),
    },
    fillDown: { columns: [] },
  }),
  decides: { fieldtype: "row_type", surcharge: "price", discountmode: "sale_price" },
  shape: createShape,
};

const OPTIONS_MAX = 6;
const IN_STOCK = ["instock", "in_stock", "in stock"];
const OUT_OF_STOCK = ["outofstock", "out_of_stock", "out of stock"];
const wordsFor = (words: readonly string[], value: string) => Object.fromEntries(words.map((word) => [word, value]));
/** What is in stock without a count is not tracked. */
const STOCK = wordsFor([...IN_STOCK, ...OUT_OF_STOCK], "0");
const TRACKED = { ...wordsFor(IN_STOCK, "no"), "*": "yes" };
/** Cells that a variant does not take from its product. */
const OWN = ["sku", "barcode", "surcharge", "strikethroughprice"];
const ROWS_MAX = 5_000;
/** The color before its name: `#ff0000:Red`. */
const COLOR_CODE = /^#[0-9a-f]{3,8}:/i;

/** Combines a product with the rows of its variants and images. A product with variants is not sold itself. */
function createShape(columns: readonly string[]): RowGrouper {
  const type = placeOf(columns, "fieldtype");
  const price = placeOf(columns, "price");
  const surcharge = placeOf(columns, "surcharge");
  const mode = placeOf(columns, "discountmode");
  const discount = placeOf(columns, "discountvalue");
  const visible = placeOf(columns, "visible");
  const image = placeOf(columns, "productimageurl", "media");
  const values = Array.from({ length: OPTIONS_MAX }, (_, n) =>
    placeOf(columns, `productoptiondescription${n + 1}`, `productoptionchoices${n + 1}`),
  );
  const own = new Set([...OWN.map((column) => placeOf(columns, column)), ...values]);
  const shared = columns.map((_, place) => place).filter((place) => !own.has(place));
  let block: CellRow[] = [];
  const isOf = (kind: string) => (row: CellRow) => cellOf(row.cells, type).toLowerCase() === kind;
  const isProduct = isOf("product");
  const isVariant = isOf("variant");

  function takeBlock(): readonly RawRow[] {
    const [head, ...below] = block;
    block = [];
    if (head === undefined) return [];
    if (!isProduct(head)) return [head, ...below].map((row) => (isVariant(row) ? priced(row) : skipped(row)));
    const media = below.filter(isOf("media")).map(({ cells }) => cellOf(cells, image));
    const images = [cellOf(head.cells, image), ...media].filter((name) => name !== "").join("\n");
    const product = withCells(head, new Map([[image, images]]));
    // The options of a product without variants are lists to choose from.
    const alone = withCells(product, new Map(values.map((place) => [place, ""])));
    return [
      below.some(isVariant) ? skipped(head) : priced(alone),
      ...below.map((row) => (isVariant(row) ? variantOf(row, product) : skipped(row))),
    ];
  }

  function variantOf(row: CellRow, product: CellRow): RawRow {
    const isHidden = readBoolean(cellOf(product.cells, visible)) === false;
    const chosen = values.map((place) => [place, cellOf(row.cells, place).replace(COLOR_CODE, "")] as const);
    const changes = new Map([...chosen, ...(isHidden ? [[visible, "false"] as const] : [])]);
    return priced(withCells(filledFrom(row, product.cells, shared), changes));
  }

  /** Adds the surcharge of a variant to the price, and puts the sale price in the place of the discount. */
  function priced(row: CellRow): RawRow {
    const amount = sum(cellOf(row.cells, price), cellOf(row.cells, surcharge));
    const sale = discounted(Number(amount), cellOf(row.cells, mode), Number(cellOf(row.cells, discount)));
    return withCells(
      row,
      new Map([
        [price, amount],
        [discount, sale],
      ]),
    );
  }

  return {
    push(row) {
      if (!hasCells(row)) return [...takeBlock(), row];
      const before = isProduct(row) || block.length >= ROWS_MAX ? takeBlock() : [];
      block.push(row);
      return before;
    },
    end: takeBlock,
  };
}

/** Both are plain decimal numbers; a price that is not stays as it is. */
function sum(price: string, surcharge: string): string {
  const decimals = Math.max(...[price, surcharge].map((text) => (text.split(".")[1] ?? "").length));
  const total = Number(price) + Number(surcharge);
  return price === "" || surcharge === "" || !Number.isFinite(total) ? price : total.toFixed(decimals);
}

/** The sale price, or nothing without a discount. */
function discounted(price: number, mode: string, value: number): string {
  if (!(price > 0 && value > 0)) return "";
  const sale = /^percent$/i.test(mode) ? price * (1 - value / 100) : price - value;
  return sale > 0 ? String(Number(sale.toFixed(2))) : "";
}
