import { CURRENCY_DECIMALS } from "@skucast/contracts/codes/currencies";
import { expandRecords } from "./expand-records.js";
import { amountIn, areProducts, listIn, type Members, membersIn, type RecordPreset, textIn } from "./preset.js";
import { variantsIn } from "./product-with-variants.js";

/**
 * Products of the Agentic Commerce Protocol, one on each line of `products.jsonl`, or in the `products` of its feed: each
 * with its variants, and amounts in minor units.
 */
export const acp: RecordPreset = {
  recognizes: (rows) => areProducts(rows, isProduct, variantsIn),
  rows: (source) => expandRecords(source, { variantsOf: variantsIn, rowOf }),
};

const isProduct = (members: Members): boolean =>
  typeof members.id === "string" &&
  Array.isArray(members.variants) &&
  variantsIn(members).every((variant) => typeof variant.id === "string" && "title" in variant);

function rowOf(product: Members, variant: Members): Members {
  const images = [...imagesIn(variant.media), ...imagesIn(product.media)];
  const seller = membersIn(variant.seller);
  const availability = membersIn(variant.availability);
  const conditions: unknown = variant.condition;
  const options = listIn(variant.variant_options).flatMap(({ name, value }) => (textIn(name) ? [[name, value]] : []));
  return {
    sku: variant.id,
    title: variant.title ?? product.title,
    item_group_id: product.id,
    item_group_title: product.title,
    description: textOf(variant.description) ?? textOf(product.description),
    url: variant.url ?? product.url,
    availability: availability.status ?? availability.available,
    ...(availability.available === false && { purchasable: false }),
    condition: Array.isArray(conditions) ? conditions[0] : conditions,
    gtin: listIn(variant.barcodes)[0]?.value,
    product_category: listIn(variant.categories)[0]?.value,
    ...(options.length > 0 && { variant_options: Object.fromEntries(options) }),
    ...(images.length > 0 && { image: images }),
    ...(textIn(seller.name) && { "seller.name": seller.name }),
    ...pricesOf(variant),
  };
}

/** The list price is the price, and a lower price the sale price. */
function pricesOf({ price, list_price: before }: Members): Members {
  const now = moneyIn(price);
  const list = moneyIn(before);
  const isSale = now.amount !== undefined && list.amount !== undefined && list.amount > now.amount;
  return {
    price_amount: isSale ? list.amount : now.amount,
    price_currency: now.currency,
    sale_price_amount: isSale ? now.amount : null,
  };
}

function moneyIn(value: unknown): { amount: number | undefined; currency: string | undefined } {
  const { amount, currency } = membersIn(value);
  const code = textIn(currency)?.toUpperCase();
  return { amount: amountIn(amount, CURRENCY_DECIMALS.get(code ?? "") ?? 2), currency: code };
}

const imagesIn = (media: unknown): string[] =>
  listIn(media).flatMap(({ type, url }) => ((type === undefined || type === "image") && textIn(url)) || []);

/** A description is a text, or has one for each format. */
function textOf(value: unknown): string | undefined {
  const { plain, markdown, html } = membersIn(value);
  return textIn(value) ?? textIn(plain) ?? textIn(html) ?? textIn(markdown);
}
