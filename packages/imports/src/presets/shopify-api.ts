import type { RawRow } from "../row.js";
import { expandRecords } from "./expand-records.js";
import { hasStarted } from "./periods.js";
import { areProducts, listIn, type Members, membersIn, type RecordPreset, textIn } from "./preset.js";
import { imageFrom, imagesFrom, numberIn, optionsFrom, pricesFrom, variantsIn } from "./product-with-variants.js";
import { shopifyGraphql } from "./shopify-graphql.js";

/** Products of Shopify's `/products.json`, which every shop publishes, of its REST Admin API and of its GraphQL APIs. */
export const shopifyApi: RecordPreset = {
  recognizes: (rows) => areProducts(rows, isProduct, variantsIn) || shopifyGraphql.recognizes(rows),
  rows: rowsIn,
};

/** The first rows show which API the document is from. */
async function* rowsIn(source: AsyncIterable<readonly RawRow[]>): AsyncGenerator<readonly RawRow[]> {
  const iterator = source[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) return;
  async function* all(): AsyncGenerator<readonly RawRow[]> {
    yield first.value;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
  if (shopifyGraphql.recognizes(first.value)) yield* shopifyGraphql.rows(all());
  else yield* expandRecords(all(), { variantsOf: variantsIn, rowOf });
}

const isProduct = (members: Members): boolean =>
  textIn(members.handle) !== undefined &&
  Array.isArray(members.variants) &&
  variantsIn(members).every((variant) => "option1" in variant && "price" in variant);

function rowOf(product: Members, variant: Members): Members {
  const names = listIn(product.options).map(({ name }) => name);
  const chosen = names
    .map((name, i) => [name, variant[`option${i + 1}`]] as const)
    .filter(([name, value]) => name !== "Title" || value !== "Default Title");
  const own = membersIn(variant.featured_image).src ?? srcOf(product, variant.image_id);
  const images = imagesFrom(own, product.images);
  const grams = numberIn(variant.grams) ?? 0;
  return {
    sku: variant.sku,
    title: product.title,
    item_group_id: product.handle,
    item_group_title: product.title,
    ...(textIn(product.body_html) && { description: product.body_html }),
    ...(textIn(product.vendor) && { brand: product.vendor }),
    ...(textIn(product.product_type) && { product_category: product.product_type }),
    ...(textIn(variant.barcode) && { gtin: variant.barcode }),
    tags: product.tags,
    ...optionsFrom(chosen),
    ...pricesFrom(numberIn(variant.price), numberIn(variant.compare_at_price)),
    ...stockOf(variant),
    ...(grams > 0 && { weight: { value: grams, unit: "g" } }),
    ...imageFrom(product.images, images),
    ...statusOf(product),
  };
}

const srcOf = ({ images }: Members, id: unknown): unknown =>
  id === null || id === undefined ? undefined : listIn(images).find((image) => image.id === id)?.src;

/** The public file says whether a variant can be bought; the Admin API has the count and the policy. */
function stockOf(variant: Members): Members {
  if (!("inventory_quantity" in variant))
    return typeof variant.available === "boolean" ? { availability: variant.available } : {};
  return {
    stock: variant.inventory_quantity,
    stock_tracked: textIn(variant.inventory_management) !== undefined,
    sells_without_stock: variant.inventory_policy === "continue",
  };
}

/** A product is published from a time on, which may be to come. */
function statusOf({ status, published_at: publishedAt }: Members): Members {
  const isScheduled = hasStarted(String(publishedAt)) === false;
  return textIn(status)
    ? { status, published: publishedAt !== null && !isScheduled }
    : { published: textIn(publishedAt) !== undefined && !isScheduled };
}
