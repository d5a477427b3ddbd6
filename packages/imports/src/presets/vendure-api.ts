import { expandRecords } from "./expand-records.js";
import { amountIn, areProducts, listIn, type Members, membersIn, type RecordPreset, textIn } from "./preset.js";
import { attributesFrom, imagesFrom, optionsFrom, variantsIn } from "./product-with-variants.js";

/** Products, or variants alone, of Vendure's Shop and Admin API. Amounts are in minor units. */
export const vendureApi: RecordPreset = {
  recognizes: (rows) =>
    areProducts(rows, isProduct, variantsIn) ||
    (rows.length > 0 && rows.every(({ members = {} }) => isVariant(members) && isSlugged(membersIn(members.product)))),
  rows: (source) =>
    expandRecords(source, {
      variantsOf: (record) => (Array.isArray(record.variants) ? variantsIn(record) : [record]),
      rowOf: (record, variant) => rowOf(record === variant ? membersIn(record.product) : record, variant),
    }),
};

const isSlugged = (product: Members): boolean => Object.keys(product).length === 0 || "slug" in product;

const isProduct = (members: Members): boolean =>
  textIn(members.slug) !== undefined && Array.isArray(members.variants) && variantsIn(members).every(isVariant);

/** Only Vendure has the price with tax next to the one without, and its states and counts of stock. */
const isVariant = (members: Members): boolean =>
  "sku" in members &&
  (Number.isInteger(members.priceWithTax) || (Number.isInteger(members.price) && hasStock(members)));

const hasStock = (members: Members): boolean =>
  STOCK_LEVELS.has(String(members.stockLevel)) || "stockLevels" in members || "outOfStockThreshold" in members;

const STOCK_LEVELS: ReadonlySet<string> = new Set(["IN_STOCK", "LOW_STOCK", "OUT_OF_STOCK"]);

function rowOf(product: Members, variant: Members): Members {
  const title = textIn(product.name) ?? variant.name;
  const images = imagesFrom(
    ...[variant, product].flatMap(({ featuredAsset, assets }) => [asImage(featuredAsset), assetsIn(assets)]),
  );
  const options = listIn(variant.options).map(({ name, group }) => [membersIn(group).name, name] as const);
  const facets = [...listIn(product.facetValues), ...listIn(variant.facetValues)].flatMap(
    ({ name, facet }): [string, string][] => {
      const known = textIn(membersIn(facet).name);
      return known === undefined || textIn(name) === undefined ? [] : [[known, String(name)]];
    },
  );
  const collection = textIn(listIn(product.collections)[0]?.name);
  return {
    sku: variant.sku,
    title,
    ...(textIn(product.slug) && { item_group_id: product.slug, item_group_title: title }),
    ...(textIn(product.description) && { description: product.description }),
    ...(collection !== undefined && { product_category: collection }),
    ...attributesFrom(facets),
    ...optionsFrom(options),
    ...priceOf(variant),
    ...stockOf(variant),
    ...(images.length > 0 && { image: images }),
    ...statusOf(product, variant),
  };
}

/** Vendure writes all currencies with two decimals. */
const DECIMALS = 2;

/** The price with tax is what shoppers pay. The other one is a net price, about which the preview asks. */
function priceOf({ price, priceWithTax, currencyCode }: Members): Members {
  const gross = amountIn(priceWithTax, DECIMALS);
  const net = amountIn(price, DECIMALS);
  return {
    ...(gross === undefined ? net !== undefined && { net_price: net } : { price_amount: gross }),
    ...(textIn(currencyCode) && { price_currency: currencyCode }),
  };
}

/** What is allocated to orders cannot be sold again. Where stock is not tracked, its count means nothing. */
function stockOf(variant: Members): Members {
  const levels = "stockLevels" in variant ? listIn(variant.stockLevels) : [variant];
  const sums = (["stockOnHand", "stockAllocated"] as const).map((name) =>
    levels.reduce((sum, level) => sum + (Number.isInteger(level[name]) ? Number(level[name]) : 0), 0),
  );
  const [onHand = 0, allocated = 0] = sums;
  const isCounted = levels.some(({ stockOnHand }) => Number.isInteger(stockOnHand));
  const level = String(variant.stockLevel);
  return {
    ...(isCounted && { stock: onHand - allocated }),
    ...(variant.trackInventory === "FALSE" && { stock_tracked: false }),
    ...(STOCK_LEVELS.has(level) && { availability: level === "OUT_OF_STOCK" ? "out of stock" : "in stock" }),
    ...(/^\d+$/.test(level) && { stock: Number(level), availability: Number(level) > 0 ? "in stock" : "out of stock" }),
  };
}

function statusOf(product: Members, variant: Members): Members {
  const states = [product.enabled, variant.enabled].filter((state) => typeof state === "boolean");
  return states.length === 0 ? {} : { status: states.every(Boolean) ? "active" : "draft" };
}

/** The file of an asset; its preview is smaller. */
const asImage = (asset: unknown): unknown => {
  const { source, preview } = membersIn(asset);
  return textIn(source) ?? textIn(preview);
};
const assetsIn = (assets: unknown): readonly unknown[] => listIn(assets).map(asImage);
