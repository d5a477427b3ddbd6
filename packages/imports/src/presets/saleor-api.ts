import type { RawRow } from "../row.js";
import { textOfBlocks } from "./editor-js.js";
import { expandRecords } from "./expand-records.js";
import { areProducts, listIn, type Members, membersIn, type RecordPreset, textIn } from "./preset.js";
import {
  attributesFrom,
  imageFrom,
  imagesFrom,
  numberIn,
  optionsFrom,
  pricesFrom,
  variantsIn,
} from "./product-with-variants.js";
import { saleorDump } from "./saleor-dump.js";

/** Products of Saleor's GraphQL API, with or without the edges around them. */
const saleorApi: RecordPreset = {
  recognizes: (rows) =>
    areProducts(
      rows,
      (record) => isProduct(productIn(record)),
      (record) => variantsIn(productIn(record)),
    ),
  rows: (source) =>
    expandRecords(source, {
      variantsOf: (record) => variantsIn(productIn(record)),
      rowOf: (record, variant) => rowOf(productIn(record), variant),
    }),
};

/** Saleor's documents: a database dump, or an answer of its API. */
export const saleorRecords: RecordPreset = {
  recognizes: (rows) => saleorDump.recognizes(rows) || saleorApi.recognizes(rows),
  rows: rowsByKind,
};

async function* rowsByKind(source: AsyncIterable<readonly RawRow[]>): AsyncGenerator<readonly RawRow[]> {
  const iterator = source[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) return;
  async function* all(): AsyncGenerator<readonly RawRow[]> {
    if (!first.done) yield first.value;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  try {
    yield* (saleorDump.recognizes(first.value.slice(0, 1)) ? saleorDump : saleorApi).rows(all());
  } finally {
    await iterator.return?.();
  }
}

const productIn = (members: Members): Members => ("node" in members ? membersIn(members.node) : members);

const isProduct = (members: Members): boolean =>
  textIn(members.name) !== undefined &&
  Array.isArray(members.variants) &&
  variantsIn(members).every(
    (variant) =>
      "sku" in variant && ["pricing", "channelListings", "quantityAvailable"].some((name) => name in variant),
  );

function rowOf(product: Members, variant: Members): Members {
  const media = imagesFrom(variant.media, product.media, product.images);
  const images = media.length > 0 ? media : imagesFrom(product.thumbnail);
  const description = textOfBlocks(product.description);
  const category = textIn(membersIn(product.category).name);
  const custom = listIn(product.attributes).flatMap(pairOf);
  return {
    sku: variant.sku,
    title: product.name,
    item_group_id: product.slug ?? product.id,
    item_group_title: product.name,
    ...(description !== undefined && { description }),
    ...(category !== undefined && { product_category: category }),
    ...attributesFrom(custom),
    ...optionsFrom(listIn(variant.attributes).flatMap(pairOf)),
    ...pricesOf(variant),
    ...stockOf(product, variant),
    ...listingOf(product),
    ...weightOf(variant.weight ?? product.weight),
    ...imageFrom(product.media, images),
  };
}

/** An attribute and its values, as one text. */
function pairOf({ attribute, values }: Members): (readonly [name: string, value: string])[] {
  const { name, slug } = membersIn(attribute);
  const known = textIn(name) ?? textIn(slug);
  const texts = listIn(values).flatMap((value) => textIn(value.name) ?? []);
  return known === undefined || texts.length === 0 ? [] : [[known, texts.join(", ")]];
}

/** The price of the channel that was asked for, otherwise of the first one that is listed. */
function pricesOf({ pricing, channelListings }: Members): Members {
  const { price, priceUndiscounted } = membersIn(pricing);
  const now = moneyIn(price);
  const before = moneyIn(priceUndiscounted);
  if (now.amount !== undefined) return paidFrom(now, before);
  const listed = listIn(channelListings).find((listing) => moneyIn(listing.price).amount !== undefined);
  const regular = moneyIn(listed?.price);
  const reduced = moneyIn(listed?.discountedPrice);
  return paidFrom(reduced.amount === undefined ? regular : reduced, regular);
}

const paidFrom = (paid: Money, before: Money): Members => ({
  ...pricesFrom(paid.amount, before.amount),
  ...(paid.currency && { price_currency: paid.currency }),
});

interface Money {
  readonly amount: number | undefined;
  readonly currency: string | undefined;
}

/** An amount, or a taxed one with its gross amount. */
function moneyIn(value: unknown): Money {
  const { gross } = membersIn(value);
  const { amount, currency } = membersIn(gross ?? value);
  return { amount: numberIn(amount), currency: textIn(currency) };
}

function stockOf(product: Members, variant: Members): Members {
  const { isAvailable, isAvailableForPurchase } = product;
  const isSold = isAvailable !== false && isAvailableForPurchase !== false;
  return { purchasable: isSold, ...countOf(product, variant) };
}

function countOf({ isAvailable }: Members, variant: Members): Members {
  if (variant.trackInventory === false) return { availability: true };
  if (typeof variant.quantityAvailable === "number") return { stock: variant.quantityAvailable };
  return typeof isAvailable === "boolean" ? { availability: isAvailable } : {};
}

/** Whether any channel shows and sells the product, if the answer says so. */
function listingOf({ isAvailableForPurchase, channelListings }: Members): Members {
  const listed = listIn(channelListings);
  const isHidden = listed.length > 0 && listed.every(({ isPublished }) => isPublished === false);
  const isSold = (listing: Members): boolean => listing.isAvailableForPurchase !== false;
  const isUnsold = isAvailableForPurchase === false || (listed.length > 0 && !listed.some(isSold));
  return { ...(isHidden && { published: false }), ...(isUnsold && { purchasable: false }) };
}

function weightOf(value: unknown): Members {
  const weight = membersIn(value);
  const amount = numberIn(weight.value);
  return amount === undefined || amount === 0
    ? {}
    : { weight: { value: amount, unit: String(weight.unit).toLowerCase() } };
}
