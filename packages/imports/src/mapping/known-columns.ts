import { normalized } from "@skucast/contracts/normal-form";
import { PRODUCT_FIELDS } from "@skucast/contracts/products/product";
import { halfWidth } from "../values/half-width.js";
import { COLUMN_LANGUAGES } from "./column-languages.js";

/** Column names in other systems by target; the first one that a file has is used. */
const OTHERS: readonly (readonly [target: string, names: readonly string[]])[] = [
  [
    "sku",
    [
      "variant_sku",
      "item_id",
      "offer_id",
      "product_sku",
      "article_number",
      "seller_sku",
      "item_sku",
      "customlabel",
      "custom_label_sku",
    ],
  ],
  [
    "sku",
    [
      "item_number",
      "item_no",
      "sku_code",
      "product_code",
      "stock_code",
      "article_no",
      "product_number",
      "internal_reference",
      "default_code",
      "custom_sku",
    ],
  ],
  ["title", ["name", "product_name", "productname", "product_title", "item_name", "product", "item_description"]],
  [
    "description",
    [
      "body_html",
      "product_description",
      "long_description",
      "item_description",
      "sales_description",
      "desc",
      "summary",
    ],
  ],
  ["url", ["link", "product_url", "canonical_link"]],
  [
    "image",
    [
      "image_link",
      "image_src",
      "image",
      "images",
      "main_image",
      "main_image_url",
      "image_links",
      "picture",
      "pictures",
      "picurl",
      "imgurl",
      "photo",
      "photos",
      "imageurl",
      "imageurls",
      "image_urls",
      "media_main_image_url",
      "imgs_main_url",
    ],
  ],
  [
    "additional_image_urls",
    ["additional_image_link", "additional_images", "additional_image_links", "imgurl_alternative", "imgs_i_url"],
  ],
  ["brand", ["vendor", "manufacturer", "brand_name", "brands", "vendor_name", "manufacturer_name"]],
  [
    "gtin",
    [
      "ean",
      "upc",
      "barcode",
      "variant_barcode",
      "isbn",
      "ean13",
      "ean_code",
      "gtin13",
      "gtin14",
      "gtin12",
      "gtin8",
      "product_ean",
      "product_upc",
      "eans",
    ],
  ],
  ["mpn", ["manufacturer_part_number", "part_number", "productno", "hans", "manufact_sku", "manufacturer_sku"]],
  [
    "product_category",
    [
      "product_type",
      "category",
      "categories",
      "category_name",
      "categorytext",
      "category_path",
      "categorypath",
      "category_1",
      "cat",
    ],
  ],
  [
    "price",
    [
      "price",
      "variant_price",
      "regular_price",
      "unit_price",
      "selling_price",
      "our_price",
      "your_price",
      "current_price",
      "shop_price",
      "web_price",
      "online_price",
      "final_price",
      "retail_price",
      "list_price",
      "price_vat",
      "startprice",
      "start_price",
    ],
  ],
  ["price_currency", ["currency", "currency_code", "currencyid", "currency_id"]],
  [
    "sale_price",
    [
      "sale_price",
      "special_price",
      "promo_price",
      "promotional_price",
      "discounted_price",
      "discount_price",
      "offer_price",
      "reduced_price",
    ],
  ],
  ["sale_price_starts_at", ["special_price_from", "special_price_from_date"]],
  ["sale_price_ends_at", ["special_price_to", "special_price_to_date"]],
  ["sale_period", ["sale_price_effective_date"]],
  ["cost", ["cost_of_goods_sold", "cost_per_item", "cost", "default_cost"]],
  [
    "inventory_quantity",
    [
      "quantity",
      "stock",
      "inventory",
      "qty",
      "stock_quantity",
      "variant_inventory_qty",
      "stockonhand",
      "stock_level",
      "qty_on_hand",
      "quantity_on_hand",
      "stock_qty",
      "on_hand",
    ],
  ],
  ["availability", ["stock_status", "in_stock", "is_in_stock", "available", "is_available"]],
  ["stock_tracked", ["stock_tracked", "manage_stock", "track_inventory"]],
  ["sells_without_stock", ["sells_without_stock", "allow_backorder", "allow_backorders", "backorders_allowed"]],
  [
    "purchasable",
    ["purchasable", "is_purchasable", "available_for_order", "allow_purchases", "available_for_purchase"],
  ],
  ["purchasable", ["orderable", "sellable"]],
  [
    "purchasable",
    ["can_be_sold", "sale_ok", "for_sale", "is_for_sale", "saleable", "is_saleable", "salable", "is_salable"],
  ],
  [
    "purchasable",
    ["verkauflich", "verkaeuflich", "bestellbar", "a_vendre", "en_venta", "a_venda", "in_vendita", "te_koop"],
  ],
  ["purchasable_from", ["purchasable_from"]],
  ["purchasable_until", ["purchasable_until"]],
  [
    "published",
    [
      "published",
      "is_published",
      "published_on_online_store",
      "active",
      "is_active",
      "enabled",
      "is_enabled",
      "visible",
      "is_visible",
      "product_visible",
      "visibility",
      "product_online",
    ],
  ],
  ["status", ["publication_status"]],
  ["condition", ["item_condition", "condition_id", "conditionid", "itemcondition"]],
  ["item_group_id", ["group_id", "parent_sku", "itemgroup_id", "parent_item_sku", "parent_product_sku", "master_sku"]],
  ["item_group_title", ["group_title"]],
  ["shipping_weight", ["shipping_weight", "product_weight"]],
  ["product_length", ["product_length"]],
  ["product_width", ["product_width"]],
  ["product_height", ["product_height"]],
  ["mobile_url", ["mobile_link"]],
  ["lifestyle_image_url", ["lifestyle_image_link"]],
  ["unit_pricing_base_measure", ["base_measure"]],
  ["certifications", ["certification"]],
  ["product_highlights", ["product_highlight"]],
  ["product_details", ["product_detail"]],
  ["min_handling_days", ["min_handling_time"]],
  ["max_handling_days", ["max_handling_time"]],
  ["minimum_order_values", ["minimum_order_value"]],
  ["promotion_ids", ["promotion_id"]],
  ["video_url", ["video_link"]],
  ["model_3d_url", ["virtual_model_link", "model_3d_link"]],
  ["color", ["colour"]],
  ["custom_label#0", ["custom_label_0"]],
  ["custom_label#1", ["custom_label_1"]],
  ["custom_label#2", ["custom_label_2"]],
  ["custom_label#3", ["custom_label_3"]],
  ["custom_label#4", ["custom_label_4"]],
];

/** The offer in a product of schema.org, as in JSON-LD: https://schema.org/Offer */
const OFFERS: readonly (readonly [target: string, names: readonly string[]])[] = [
  ["sku", ["offers_sku"]],
  ["gtin", ["offers_gtin", "offers_gtin13", "offers_gtin14", "offers_gtin12", "offers_gtin8"]],
  ["url", ["offers_url"]],
  ["price", ["offers_price", "offers_pricespecification_price"]],
  ["price_currency", ["offers_pricecurrency", "offers_pricespecification_pricecurrency", "pricecurrency"]],
  ["availability", ["offers_availability"]],
  ["inventory_quantity", ["offers_inventorylevel"]],
  ["condition", ["offers_itemcondition"]],
];

/** The names in a BMEcat catalog of versions 1.2 and 2005, with the elements around them. */
const BMECAT: readonly (readonly [target: string, names: readonly string[]])[] = [
  ["sku", ["supplier_aid", "supplier_pid"]],
  ...(
    [
      ["title", ["description_short"]],
      ["description", ["description_long"]],
      ["gtin", ["ean", "international_aid", "international_pid"]],
      ["mpn", ["manufacturer_aid", "manufacturer_pid"]],
      ["brand", ["manufacturer_name"]],
    ] as const
  ).map(
    ([target, names]) =>
      [target, names.flatMap((name) => [`article_details_${name}`, `product_details_${name}`])] as const,
  ),
];

/** What can be sold of a stock: a part of it may be reserved. */
const AVAILABLE_STOCK: readonly string[] = [
  "available_quantity",
  "available_qty",
  "quantity_available",
  "qty_available",
  "available_inventory",
  "available_stock",
  "stock_available",
  "free_stock",
  "salable_quantity",
  "salable_qty",
  "saleable_quantity",
  "saleable_qty",
  "sellable_quantity",
  "sellable_qty",
  "sellable_stock",
  "available_to_sell",
  "available_for_sale_quantity",
  "available_to_promise",
  "atp",
  "verfugbarer_bestand",
  "verfuegbarer_bestand",
  "verfugbare_menge",
  "freier_bestand",
  "bestand_verfugbar",
  "stock_disponible",
  "quantite_disponible",
  "cantidad_disponible",
  "existencias_disponibles",
  "estoque_disponivel",
  "quantidade_disponivel",
  "giacenza_disponibile",
  "quantita_disponibile",
  "beschikbare_voorraad",
  "vrije_voorraad",
  "dostepna_ilosc",
  "ilosc_dostepna",
  "dostupne_mnozstvi",
  "販売可能数",
  "販売可能在庫数",
  "販売可能在庫",
  "有効在庫数",
];

/** All known names in the order in which they are tried: our own first. */
export const KNOWN_COLUMNS: readonly (readonly [target: string, names: readonly string[]])[] = [
  ["inventory_quantity", AVAILABLE_STOCK],
  ...[...PRODUCT_FIELDS, "version"].map((field) => [field, [field]] as const),
  ...OTHERS,
  ...COLUMN_LANGUAGES,
  ...OFFERS,
  ...BMECAT,
  // Many exports have the number of a row in their database next to the SKU.
  ["sku", ["id"]],
];

/**
 * A column name for comparison: lower-cased, without Google's prefix and accents. Chinese, Japanese and Korean characters
 * stay, others become underscores.
 */
export const plainName = (name: string): string =>
  normalized(normalized(halfWidth(name).trim(), "NFD").replace(/[\u0300-\u036f]/g, ""), "NFC")
    .replace(/ß/g, "ss")
    .toLowerCase()
    .replace(/^g:/, "")
    .replace(/\.(?![a-z0-9])/g, "_")
    .replace(/[^a-z0-9.\u3005\u3040-\u30fa\u30fc-\u30ff\u3400-\u9fff\uac00-\ud7a3]+/g, "_")
    .replace(/^_+|_+$/g, "");
