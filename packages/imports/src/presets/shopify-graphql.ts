import type { RawRow } from "../row.js";
import { expandRecord, expandRecords } from "./expand-records.js";
import { hasStarted } from "./periods.js";
import { listIn, type Members, membersIn, type RecordPreset, textIn } from "./preset.js";
import { imagesFrom, numberIn, optionsFrom, pricesFrom } from "./product-with-variants.js";

/**
 * Products of Shopify's GraphQL APIs: an answer with nodes or edges, or the JSON Lines of a bulk operation, in which the
 * variants and images of a product are lines of their own below it.
 */
export const shopifyGraphql: RecordPreset = {
  recognizes: (rows) => rows.length > 0 && (areLines(rows) || rows.every(({ members }) => isProduct(nodeOf(members)))),
  rows: (source) => rowsOf(source),
};

async function* rowsOf(source: AsyncIterable<readonly RawRow[]>): AsyncGenerator<readonly RawRow[]> {
  const bulk = createBulkReader();
  for await (const rows of source) {
    if (bulk.isOpen() || areLines(rows)) yield rows.flatMap((row) => bulk.push(row));
    else yield* expandRecords(once(rows), { variantsOf: variantsOfAnswer, rowOf: rowOfAnswer });
  }
  yield bulk.end();
}

const variantsOfAnswer = (members: Members): readonly Members[] => nodesIn(nodeOf(members).variants);
const rowOfAnswer = (members: Members, variant: Members): Members => rowOf(nodeOf(members), variant);

async function* once(rows: readonly RawRow[]): AsyncGenerator<readonly RawRow[]> {
  yield rows;
}

const nodeOf = (members: Members = {}): Members => ("node" in members ? membersIn(members.node) : members);
/** The objects of a connection. */
const nodesIn = (connection: unknown): readonly Members[] => {
  const { nodes, edges } = membersIn(connection);
  return Array.isArray(nodes) ? listIn(nodes) : listIn(edges).map(({ node }) => membersIn(node));
};
const isConnection = (value: unknown): boolean => {
  const { nodes, edges } = membersIn(value);
  return Array.isArray(nodes) || Array.isArray(edges);
};
const isProduct = (product: Members): boolean =>
  isConnection(product.variants) &&
  textIn(product.title) !== undefined &&
  nodesIn(product.variants).every((variant) => "price" in variant);

const kindOf = ({ id }: Members): string | undefined => /^gid:\/\/shopify\/(\w+)\//.exec(String(id))?.[1];
const areLines = (rows: readonly RawRow[]): boolean =>
  kindOf(rows[0]?.members ?? {}) === "Product" &&
  rows.some(({ members = {} }) => kindOf(members) === "ProductVariant" && "__parentId" in members);

/** A product of a bulk operation with the lines below it that have been read. */
interface BulkProduct {
  readonly product: Members;
  readonly variants: { readonly row: RawRow; readonly members: Members }[];
  readonly images: Members[];
}

/** A product with more lines below it is complete without the others. */
const LINES_MAX = 5_000;

/** Joins the lines of a product, which follow it. A line of a product that is not the last one is left alone. */
function createBulkReader() {
  let current: BulkProduct | undefined;
  function end(): readonly RawRow[] {
    const { product = {}, variants = [], images = [] } = current ?? {};
    current = undefined;
    if (variants.length === 0) return [];
    const nodes = variants.map(({ members }) => members);
    const whole = { ...product, variants: { nodes }, ...(images.length > 0 && { media: { nodes: images } }) };
    const { rows } = expandRecord(whole, { variantsOf: variantsOfAnswer, rowOf });
    return variants.map(({ row }, i) => ({ ...row, members: rows[i] ?? {} }));
  }
  return {
    isOpen: () => current !== undefined,
    push(row: RawRow): readonly RawRow[] {
      const { members } = row;
      if (members === undefined) return [row];
      const isOwn = current !== undefined && members.__parentId === current.product.id;
      if (!("__parentId" in members)) {
        const former = end();
        current = { product: members, variants: [], images: [] };
        return [...former, skippedAt(row)];
      }
      if (kindOf(members) === "ProductVariant") {
        if (!isOwn || current === undefined || current.variants.length >= LINES_MAX) return [aloneAt(row, members)];
        const { __parentId, ...variant } = members;
        current.variants.push({ row, members: variant });
        return [];
      }
      const { __parentId, ...image } = members;
      if (isOwn && current !== undefined && current.images.length < LINES_MAX) current.images.push(image);
      return [skippedAt(row)];
    },
    end,
  };
}

/** A variant whose product is not the last one: nothing says whether that is published. */
function aloneAt(row: RawRow, variant: Members): RawRow {
  const { published: _published, ...members } =
    expandRecord(variant, { variantsOf: (one) => [one], rowOf: rowAlone }).rows[0] ?? {};
  return { ...row, members };
}

const rowAlone = (_record: Members, variant: Members): Members => rowOf({}, variant);

const skippedAt = ({ line }: RawRow): RawRow => ({ line, members: {}, isSkipped: true });

function rowOf(product: Members, variant: Members): Members {
  const chosen = listIn(variant.selectedOptions)
    .map(({ name, value }) => [name, value] as const)
    .filter(([name, value]) => name !== "Title" || value !== "Default Title");
  const images = imagesFrom(imageIn(variant), imageIn(product), [
    ...nodesIn(product.images),
    ...nodesIn(product.media).map(imageIn),
  ]);
  const description = textIn(product.descriptionHtml) ?? textIn(product.bodyHtml) ?? textIn(product.description);
  const category = textIn(membersIn(product.category).fullName) ?? textIn(product.productType);
  return {
    sku: textIn(variant.sku) ?? membersIn(variant.inventoryItem).sku,
    title: product.title,
    item_group_id: product.handle ?? product.id,
    item_group_title: product.title,
    ...(description !== undefined && { description }),
    ...(textIn(product.vendor) && { brand: product.vendor }),
    ...(category !== undefined && { product_category: category }),
    ...(textIn(variant.barcode) && { gtin: variant.barcode }),
    ...(textIn(product.onlineStoreUrl) && { url: product.onlineStoreUrl }),
    ...(Array.isArray(product.tags) && { tags: product.tags }),
    ...optionsFrom(chosen),
    ...moneyOf(variant),
    ...stockOf(variant),
    ...weightOf(variant),
    ...(images.length > 0 && { image: images }),
    ...statusOf(product),
  };
}

/** The image of a product, a variant or a medium; of an image the object itself. */
function imageIn(members: Members): Members {
  const { image, featuredImage, featuredMedia, preview } = members;
  const inner = [image, featuredImage, membersIn(preview).image].map(membersIn).find(({ url, src }) => url ?? src);
  if (inner !== undefined) return inner;
  return featuredMedia === undefined ? members : imageIn(membersIn(featuredMedia));
}

/** The Admin API has amounts as text, and the Storefront API with their currency. */
function moneyOf({ price, compareAtPrice }: Members): Members {
  const amountOf = (money: unknown): number | undefined => numberIn(membersIn(money).amount ?? money);
  const currency = textIn(membersIn(price).currencyCode);
  return {
    ...pricesFrom(amountOf(price), amountOf(compareAtPrice)),
    ...(currency !== undefined && { price_currency: currency }),
  };
}

function stockOf({ inventoryQuantity, inventoryItem, inventoryPolicy, availableForSale }: Members): Members {
  const { tracked } = membersIn(inventoryItem);
  return {
    ...(typeof inventoryQuantity === "number" && { stock: inventoryQuantity }),
    ...(typeof tracked === "boolean" && { stock_tracked: tracked }),
    ...(textIn(inventoryPolicy) && { sells_without_stock: String(inventoryPolicy).toUpperCase() === "CONTINUE" }),
    // Next to a count, it says only that the variant cannot be bought.
    ...(typeof availableForSale === "boolean" && {
      [typeof inventoryQuantity === "number" ? "purchasable" : "availability"]: availableForSale,
    }),
  };
}

const UNITS: Readonly<Record<string, string | undefined>> = {
  KILOGRAMS: "kg",
  GRAMS: "g",
  POUNDS: "lb",
  OUNCES: "oz",
};

function weightOf({ inventoryItem, weight, weightUnit }: Members): Members {
  const measured = membersIn(membersIn(membersIn(inventoryItem).measurement).weight);
  const value = numberIn(measured.value ?? weight) ?? 0;
  const unit = UNITS[String(measured.unit ?? weightUnit)];
  return value > 0 && unit !== undefined ? { weight: { value, unit } } : {};
}

/** A product without a link to the online shop, or whose publication is to come, is not published there. */
function statusOf(product: Members): Members {
  const { status, publishedAt } = product;
  const isHidden =
    ("onlineStoreUrl" in product && product.onlineStoreUrl === null) ||
    ("publishedAt" in product && (publishedAt === null || hasStarted(String(publishedAt)) === false));
  return {
    ...(textIn(status) && { status: String(status).toLowerCase() }),
    published: !isHidden,
  };
}
