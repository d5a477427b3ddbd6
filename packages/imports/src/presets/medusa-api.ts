import { CURRENCY_DECIMALS } from "@skucast/contracts/codes/currencies";
import { expandRecords } from "./expand-records.js";
import { amountIn, areProducts, listIn, type Members, membersIn, type RecordPreset, textIn } from "./preset.js";
import { imageFrom, imagesFrom, numberIn, optionsFrom, pricesFrom, variantsIn } from "./product-with-variants.js";

/**
 * Products of Medusa's Store and Admin API. Version 2 has amounts in major units; version 1 has them in minor units, and
 * the currency or the region of each.
 */
export const medusaApi: RecordPreset = {
  recognizes: (rows) => areProducts(rows, isProduct, variantsIn),
  rows: (source) => expandRecords(source, { variantsOf: variantsIn, rowOf }),
};

const isProduct = (members: Members): boolean =>
  textIn(members.handle) !== undefined &&
  Array.isArray(members.variants) &&
  variantsIn(members).every((variant) => "sku" in variant && ("options" in variant || "manage_inventory" in variant));

function rowOf(product: Members, variant: Members): Members {
  const images = imagesFrom(variant.thumbnail, variant.images, product.thumbnail, product.images);
  const titleOf = (id: unknown): unknown => listIn(product.options).find((one) => one.id === id)?.title;
  const options = listIn(variant.options).map(
    ({ option, option_id: id, value }) => [membersIn(option).title ?? (textIn(id) && titleOf(id)), value] as const,
  );
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
    ...imageFrom(product.images, images),
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
  const isOfVersion1 = !isOfVersion2 && given.some((price) => "region_id" in price);
  if (!isOfVersion2 && !isOfVersion1) return {};
  const prices = given.filter(isForEveryone).flatMap(({ amount, currency_code: code }) => {
    const currency = textIn(code)?.toUpperCase() ?? "";
    const number = isOfVersion1 ? amountIn(amount, CURRENCY_DECIMALS.get(currency) ?? 2) : numberIn(amount);
    return number === undefined || currency === "" ? [] : [{ amount: number, currency }];
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

/** Whether any shopper pays a price for one piece: it is of no price list, region, rule or other quantity, and not deleted. */
function isForEveryone(price: Members): boolean {
  const hasRules =
    Object.keys(membersIn(price.rules)).length > 0 ||
    listIn(price.price_rules).length > 0 ||
    (numberIn(price.rules_count) ?? 0) > 0;
  const isOfList = textIn(price.price_list_id) !== undefined || Object.keys(membersIn(price.price_list)).length > 0;
  const isOfQuantity = (numberIn(price.min_quantity) ?? 1) > 1 || (numberIn(price.max_quantity) ?? 0) > 0;
  const isOfRegion = textIn(price.region_id) !== undefined;
  return !hasRules && !isOfRegion && !isOfList && !isOfQuantity && !textIn(price.deleted_at);
}

function stockOf(variant: Members): Members {
  const facts = {
    ...(typeof variant.manage_inventory === "boolean" && { stock_tracked: variant.manage_inventory }),
    ...(typeof variant.allow_backorder === "boolean" && { sells_without_stock: variant.allow_backorder }),
  };
  return typeof variant.inventory_quantity === "number" ? { stock: variant.inventory_quantity, ...facts } : facts;
}
