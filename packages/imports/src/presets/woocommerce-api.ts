import { expandRecords } from "./expand-records.js";
import { listIn, type Members, membersIn, type RecordPreset, textIn } from "./preset.js";
import { attributesFrom, imageFrom, imagesFrom, numberIn, optionsFrom } from "./product-with-variants.js";
import { isOfStoreApi, storeApiRow } from "./woocommerce-store-api.js";

/**
 * Products or variations of WooCommerce's REST API or Store API, with their names. A product with variations is not sold
 * itself.
 */
export const woocommerceApi: RecordPreset = {
  recognizes: (rows) =>
    rows.length > 0 &&
    (rows.every(({ members = {} }) => isOfRestApi(members)) || rows.every(({ members = {} }) => isOfStoreApi(members))),
  rows: (source) =>
    expandRecords(source, {
      variantsOf: (product) => (PARENT_TYPES.has(String(product.type)) ? [] : [product]),
      rowOf: (product) => (isOfStoreApi(product) ? storeApiRow(product) : rowOf(product)),
    }),
};

const isOfRestApi = (members: Members): boolean =>
  ["sku", "regular_price", "stock_status"].every((name) => name in members);

const PARENT_TYPES: ReadonlySet<string> = new Set(["variable", "variable-subscription", "grouped"]);

function rowOf(product: Members): Members {
  const { type, categories, tags, brands, dimensions, attributes, image, images, permalink, ...others } = product;
  const category = textIn(listIn(categories)[0]?.name);
  const brand = textIn(listIn(brands)[0]?.name);
  const gtin = textIn(product.global_unique_id);
  return {
    ...others,
    ...(category !== undefined && { categories: category }),
    ...(Array.isArray(tags) && { tags: listIn(tags).flatMap(({ name }) => textIn(name) ?? []) }),
    ...(brand !== undefined && { brand }),
    ...(gtin !== undefined && { gtin }),
    ...imagesIn(images, image),
    ...(textIn(permalink) && { url: permalink }),
    ...sidesIn(dimensions),
    ...optionsIn(product),
    ...saleDatesIn(product),
    ...(product.manage_stock === "parent" && { manage_stock: true }),
    ...("catalog_visibility" in product && { published: product.catalog_visibility !== "hidden" }),
    purchasable: product.purchasable !== false && type !== "external",
  };
}

/** A product has a list of images, and a variation one of its own. */
const imagesIn = (images: unknown, own: unknown): Members => imageFrom(images, imagesFrom(own, images));

const SIDES = ["length", "width", "height"];

/** Sides are texts in the unit of the shop, which are empty if they are not known. */
const sidesIn = (dimensions: unknown): Members =>
  Object.fromEntries(
    SIDES.flatMap((side) => {
      const number = numberIn(membersIn(dimensions)[side]) ?? 0;
      return number > 0 ? [[`product_${side}`, number] as const] : [];
    }),
  );

/** A variation has one option of each attribute; another product has all of them. */
function optionsIn({ attributes, parent_id: parent }: Members): Members {
  const given = listIn(attributes);
  const options = optionsFrom(given.map(({ name, option }) => [name, option] as const));
  const custom = given.flatMap(({ name, options: values }): [string, string][] =>
    textIn(name) && Array.isArray(values) && values.length > 0 ? [[String(name), values.map(String).join(", ")]] : [],
  );
  const isVariation = typeof parent === "number" && parent > 0;
  return { ...attributesFrom(custom), ...options, ...(isVariation && { item_group_id: `id:${parent}` }) };
}

/** The period of a sale, in UTC, or in the time of the shop. */
function saleDatesIn(product: Members): Members {
  if (textIn(product.sale_price) === undefined) return {};
  const timeOf = (name: string): string | null => {
    const utc = textIn(product[`${name}_gmt`]);
    return utc === undefined ? (textIn(product[name]) ?? null) : `${utc.replace(/Z$/, "")}Z`;
  };
  return { sale_price_starts_at: timeOf("date_on_sale_from"), sale_price_ends_at: timeOf("date_on_sale_to") };
}
