import { amountIn, listIn, type Members, membersIn, textIn } from "./preset.js";
import { attributesFrom, imageFrom, imagesFrom, optionsFrom, pricesFrom } from "./product-with-variants.js";

/** Whether a record is a product of WooCommerce's public Store API, which needs no key: `/wp-json/wc/store/v1/products`. */
export const isOfStoreApi = ({ prices, is_in_stock: isInStock }: Members): boolean =>
  Number.isSafeInteger(membersIn(prices).currency_minor_unit) && typeof isInStock === "boolean";

/**
 * A product or variation of the Store API. Its prices are in minor units, its sale has no period, and it has no stock count.
 * The values of a variation are one text: `Color: Red, Size: L`.
 */
export function storeApiRow(product: Members): Members {
  const category = textIn(listIn(product.categories)[0]?.name);
  const brand = textIn(listIn(product.brands)[0]?.name);
  const description = textIn(product.description) ?? textIn(product.short_description);
  const images = imagesFrom(product.images);
  const { parent } = product;
  return {
    id: product.id,
    sku: product.sku,
    title: product.name,
    ...(description !== undefined && { description }),
    ...(textIn(product.permalink) && { url: product.permalink }),
    ...(category !== undefined && { product_category: category }),
    ...(brand !== undefined && { brand }),
    tags: listIn(product.tags).flatMap(({ name }) => textIn(name) ?? []),
    ...attributesFrom(listIn(product.attributes).flatMap(attributeIn)),
    ...optionsFrom(variationIn(product.variation)),
    ...(typeof parent === "number" && parent > 0 && { item_group_id: `id:${parent}` }),
    ...pricesIn(membersIn(product.prices)),
    availability: availabilityOf(product),
    purchasable: product.is_purchasable !== false && product.type !== "external",
    ...imageFrom(product.images, images),
  };
}

function pricesIn(prices: Members): Members {
  const decimals = Number(prices.currency_minor_unit);
  const amountOf = (text: unknown) => (textIn(text) === undefined ? undefined : amountIn(Number(text), decimals));
  const currency = textIn(prices.currency_code);
  return {
    ...pricesFrom(amountOf(prices.price), amountOf(prices.regular_price)),
    ...(currency !== undefined && { price_currency: currency }),
  };
}

const availabilityOf = ({ is_in_stock: isInStock, is_on_backorder: isOnBackorder }: Members): string =>
  isInStock !== true ? "out_of_stock" : isOnBackorder === true ? "backorder" : "in_stock";

/** An attribute with its values. */
function attributeIn({ name, terms }: Members): [string, string][] {
  const values = listIn(terms).flatMap((term) => textIn(term.name) ?? []);
  return textIn(name) === undefined || values.length === 0 ? [] : [[String(name), values.join(", ")]];
}

/** A value may contain a comma, but no name of an attribute does. */
function variationIn(text: unknown): [string, string][] {
  return (textIn(text) ?? "").split(/, (?=[^,:]+: )/).flatMap((pair): [string, string][] => {
    const [, name, value] = /^([^:]+): (.+)$/s.exec(pair.trim()) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value]];
  });
}
