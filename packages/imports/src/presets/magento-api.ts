import { attributeField } from "../mapping/attribute-fields.js";
import { expandRecords } from "./expand-records.js";
import { throughDay } from "./periods.js";
import { listIn, type Members, membersIn, type RecordPreset, textIn } from "./preset.js";
import { attributesFrom, numberIn } from "./product-with-variants.js";
import { unreadColumn } from "./unread-columns.js";

/** Products of Magento's REST API, which keep their names. Products with variants, bundles and groups are not sold. */
export const magentoApi: RecordPreset = {
  recognizes: (rows) =>
    rows.length > 0 &&
    rows.every(({ members = {} }) => ["sku", "type_id", "attribute_set_id"].every((name) => name in members)),
  rows: (source) =>
    expandRecords(source, {
      variantsOf: (product) => (PARENT_TYPES.has(String(product.type_id)) ? [] : [product]),
      rowOf,
    }),
};

const PARENT_TYPES: ReadonlySet<string> = new Set(["configurable", "bundle", "grouped"]);
const ENABLED = 1;
const SALE = ["special_price", "special_from_date", "special_to_date"];
/** How attributes begin that are no facts about a product, or another field. */
const OWN: readonly string[] = [
  "description",
  "short_description",
  "special_",
  "url_",
  "meta_",
  "image",
  "small_image",
  "thumbnail",
  "swatch_",
  "options_",
  "tax_class_id",
  "category_ids",
  "required_options",
  "has_options",
  "gift_message",
  "msrp_",
  "custom_",
  "page_layout",
];
const isOwn = (code: string): boolean => OWN.some((start) => code.startsWith(start));

function rowOf(product: Members): Members {
  const {
    custom_attributes: list,
    status,
    visibility,
    extension_attributes: extension,
    media_gallery_entries: gallery,
    ...others
  } = product;
  const attributes = new Map(listIn(list).map(({ attribute_code: code, value }) => [String(code), value]));
  const { stock_item: stock, website_ids: websites } = membersIn(extension);
  const isCustom = ([code, value]: readonly [string, unknown]): boolean =>
    !isOwn(code) && textIn(value) !== undefined && !isOptionId(code, String(value));
  const custom = [...attributes].flatMap((one): [string, string][] =>
    isCustom(one) ? [[one[0], String(one[1])]] : [],
  );
  const isNowhere = Array.isArray(websites) && websites.length === 0;
  const sale = numberIn(attributes.get("special_price")) ?? 0;
  const read = new Set([textIn(attributes.get("description")) ? "description" : "short_description", ...SALE]);
  const unread = [...attributes].filter((one) => !isCustom(one) && !read.has(one[0]));
  return {
    ...others,
    ...attributesFrom(custom),
    ...textOf(attributes.get("description"), attributes.get("short_description")),
    sale_price: sale > 0 ? sale : null,
    ...(sale > 0 && {
      sale_price_starts_at: attributes.get("special_from_date") ?? null,
      sale_price_ends_at: lastDay(attributes.get("special_to_date")),
    }),
    ...imagesOf(gallery),
    published: status === ENABLED && !isNowhere,
    ...stockOf(membersIn(stock)),
    [unreadColumn("visibility")]: visibility,
    ...Object.fromEntries(unread.map(([code, value]) => [unreadColumn("custom_attributes", code), value])),
  };
}

const lastDay = (time: unknown): string | null => (textIn(time) ? throughDay(String(time)) : null);

/** Fields whose attributes have a list of options, of which the API has only the ids: `49`, or `33,37`. */
const CHOSEN: ReadonlySet<string> = new Set(["brand", "color", "size", "material", "gender"]);
const isOptionId = (code: string, value: string): boolean =>
  /^\d+(?:,\d+)*$/.test(value) && CHOSEN.has(attributeField(code, value)?.field ?? code);

/** The paths of the images below the shop's `media/catalog/product`, the base image first. */
function imagesOf(gallery: unknown): Members {
  const rankOf = ({ types, position }: Members): number =>
    Array.isArray(types) && types.includes("image") ? -1 : (numberIn(position) ?? 0);
  const files = listIn(gallery)
    .filter((entry) => entry.disabled !== true && (entry.media_type ?? "image") === "image")
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .flatMap(({ file }) => textIn(file) ?? []);
  return files.length > 0 ? { image: files.join("\n") } : {};
}

function textOf(...texts: readonly unknown[]): Members {
  const description = texts.find((text) => textIn(text) !== undefined);
  return description === undefined ? {} : { description };
}

/** A value that the setting of the shop replaces says nothing. */
function stockOf(stock: Members): Members {
  const isOwn = (name: string): boolean => stock[`use_config_${name}`] !== true;
  return {
    ...(typeof stock.is_in_stock === "boolean" && { availability: stock.is_in_stock }),
    ...(numberIn(stock.qty) !== undefined && { stock: stock.qty }),
    ...(typeof stock.manage_stock === "boolean" && isOwn("manage_stock") && { stock_tracked: stock.manage_stock }),
    ...(numberIn(stock.backorders) !== undefined &&
      isOwn("backorders") && { sells_without_stock: Number(stock.backorders) > 0 }),
  };
}
