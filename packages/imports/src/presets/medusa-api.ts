import { areProducts, expandRecords, listIn, type Members, membersIn, type RecordPreset, textIn } from "./preset.js";
import { imagesFrom, numberIn, optionsFrom, pricesFrom, variantsIn } from "./product-with-variants.js";

/**
 * Products of Medusa's Store and Admin API, version 2, whose amounts are in major units. Version 1 has other prices, which
 * are left out.
 */
export const medusaApi: RecordPreset = {
  recognizes: (rows) => areProducts(rows, isProduct, variantsIn),
  rows: (source) => expandRecords(source, (product) => variantsIn(product).map((variant) => rowOf(product, variant))),
};

const isProduct = (members: Members): boolean =>
  textIn(members.handle) !== undefined &&
  Array.isArray(members.variants) &&
  variantsIn(members).every((variant) => "sku" in variant && ("options" in variant || "manage_inventory" in variant));

function rowOf(product: Members, variant: Members): Members {
  const images = imagesFrom(variant.thumbnail, variant.images, product.thumbnail, product.images);
  const options = listIn(variant.options).map(({ option, value }) => [membersIn(option).title, value] as const);
  const category = listIn(product.categories)[0]?.name ?? membersIn(product.type).value;
  return {
    sku: variant.sku,
    title: product.title,
    item_group_id: product.handle,
    item_group_title: product.title,
    ...(textIn(product.description) && { description: product.description }),
    ...(textIn(category) && { product_category: category }),
    ...(textIn(product.material) && { material: product.material }),
    ...gtinOf(variant),
    tags: listIn(product.tags).map(({ value }) => value),
    ...optionsFrom(options),
    ...pricesOf(variant),
    ...stockOf(variant),
    ...(images.length > 0 && { image: images }),
    ...(textIn(product.status) && { status: product.status === "published" ? "active" : "draft" }),
  };
}

function gtinOf({ barcode, ean, upc }: Members): Members {
  const gtin = textIn(barcode) ?? textIn(ean) ?? textIn(upc);
  return gtin === undefined ? {} : { gtin };
}

/** The price of the requested region, otherwise the first one without rules; others are prices by market. */
function pricesOf(variant: Members): Members {
  const calculated = membersIn(variant.calculated_price);
  const currency = textIn(calculated.currency_code)?.toUpperCase();
  if (currency !== undefined)
    return {
      ...pricesFrom(numberIn(calculated.calculated_amount), numberIn(calculated.original_amount)),
      price_currency: currency,
    };
  const given = listIn(variant.prices);
  const isOfVersion2 =
    listIn(variant.options).some(({ option }) => option !== undefined) ||
    given.some((price) => "rules_count" in price || "price_set_id" in price);
  if (!isOfVersion2) return {};
  const prices = given.filter(isForEveryone).flatMap(({ amount, currency_code: code }) => {
    const number = numberIn(amount);
    const name = textIn(code);
    return number === undefined || name === undefined ? [] : [{ amount: number, currency: name.toUpperCase() }];
  });
  const [first, ...others] = prices;
  if (first === undefined) return {};
  const markets = others.filter((price) => price.currency !== first.currency);
  return {
    ...pricesFrom(first.amount, undefined),
    price_currency: first.currency,
    ...(markets.length > 0 && { prices: markets }),
  };
}

/** Whether any shopper pays a price for one piece: it is of no price list, rule or other quantity, and not deleted. */
function isForEveryone(price: Members): boolean {
  const hasRules =
    Object.keys(membersIn(price.rules)).length > 0 ||
    listIn(price.price_rules).length > 0 ||
    (numberIn(price.rules_count) ?? 0) > 0;
  const isOfList = textIn(price.price_list_id) !== undefined || Object.keys(membersIn(price.price_list)).length > 0;
  const isOfQuantity = (numberIn(price.min_quantity) ?? 1) > 1 || (numberIn(price.max_quantity) ?? 0) > 0;
  return !hasRules && !isOfList && !isOfQuantity && !textIn(price.deleted_at);
}

function stockOf(variant: Members): Members {
  const facts = {
    ...(typeof variant.manage_inventory === "boolean" && { stock_tracked: variant.manage_inventory }),
    ...(typeof variant.allow_backorder === "boolean" && { sells_without_stock: variant.allow_backorder }),
  };
  return typeof variant.inventory_quantity === "number" ? { stock: variant.inventory_quantity, ...facts } : facts;
}
