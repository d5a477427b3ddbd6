import { expandRecords } from "./expand-records.js";
import { listIn, type Members, type RecordPreset, textIn } from "./preset.js";
import { attributesFrom, imagesFrom, numberIn, optionsFrom, variantsIn } from "./product-with-variants.js";

/** Products of BigCommerce's API, with or without their variants (`include=variants,images,custom_fields`). */
export const bigcommerceApi: RecordPreset = {
  recognizes: (rows) =>
    rows.length > 0 &&
    rows.every(
      ({ members = {} }) =>
        textIn(members.name) &&
        "inventory_tracking" in members &&
        ("is_visible" in members || "inventory_level" in members),
    ),
  rows: (source) => expandRecords(source, { variantsOf, rowOf: rowInGroup }),
};

/** A product without options has one variant, which is the product. */
function variantsOf(product: Members): readonly Members[] {
  const variants = variantsIn(product).filter(hasOptions);
  return variants.length === 0 ? [{}] : variants;
}

const hasOptions = (variant: Members): boolean => listIn(variant.option_values).length > 0;

function rowInGroup(product: Members, variant: Members): Members {
  const row = rowOf(product, variant);
  return hasOptions(variant) ? { ...row, item_group_id: String(product.id), item_group_title: product.name } : row;
}

function rowOf(product: Members, variant: Members): Members {
  const options = listIn(variant.option_values).map((chosen) => [chosen.option_display_name, chosen.label] as const);
  const custom = listIn(product.custom_fields).flatMap(({ name, value }) =>
    textIn(name) && textIn(value) ? [[String(name), String(value)] as const] : [],
  );
  const images = imagesFrom(variant.image_url, imagesOf(product));
  const gtin = firstText(variant.gtin, variant.upc, product.gtin, product.upc);
  const mpn = firstText(variant.mpn, product.mpn);
  const weight = numberIn(variant.weight) || numberIn(product.weight) || 0;
  return {
    sku: firstText(variant.sku, product.sku),
    title: product.name,
    ...(textIn(product.description) && { description: product.description }),
    ...(textIn(product.condition) && { condition: product.condition }),
    ...(gtin !== undefined && { gtin }),
    ...(mpn !== undefined && { mpn }),
    ...attributesFrom(custom),
    ...optionsFrom(options),
    ...pricesOf(product, variant),
    ...stockOf(product, variant),
    ...(typeof product.is_visible === "boolean" && { published: product.is_visible }),
    ...(weight > 0 && { weight }),
    ...(images.length > 0 && { image: images }),
    ...(product.custom_url !== undefined && { custom_url: product.custom_url }),
  };
}

const firstText = (...texts: readonly unknown[]): string | undefined => texts.map(textIn).find(Boolean);

/** A variant without a price has that of the product, with its sale. A sale price of 0 is none. */
function pricesOf(product: Members, variant: Members): Members {
  const own = numberIn(variant.price);
  const sale = numberIn(variant.sale_price) || (own === undefined ? numberIn(product.sale_price) : 0) || 0;
  return { price_amount: own ?? numberIn(product.price), sale_price_amount: sale > 0 ? sale : null };
}

/** `available` says only that the shop takes orders, as far as there is stock. */
function stockOf(product: Members, variant: Members): Members {
  const { availability, inventory_tracking: tracking } = product;
  const isTracked = tracking !== "none";
  const isOfVariant = (tracking === "variant" || tracking === "sku") && "inventory_level" in variant;
  const isSold = availability !== "disabled" && variant.purchasing_disabled !== true;
  return {
    stock_tracked: isTracked,
    ...(isTracked && { stock: isOfVariant ? variant.inventory_level : (product.inventory_level ?? 0) }),
    ...(availability === "preorder" && { availability }),
    purchasable: isSold,
  };
}

/** The thumbnail is the first image, and the others have a number. */
function imagesOf({ images }: Members): readonly unknown[] {
  const rankOf = (image: Members): number => (image.is_thumbnail === true ? -1 : (numberIn(image.sort_order) ?? 0));
  return listIn(images)
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .map((image) => firstText(image.url_standard, image.url_zoom, image.image_url));
}
