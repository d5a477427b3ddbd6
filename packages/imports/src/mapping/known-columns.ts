import { PRODUCT_FIELDS } from "@skucast/contracts/products/product";

/** Column names in other systems by target; the first one that a file has is used. */
const OTHERS: readonly (readonly [target: string, names: readonly string[]])[] = [
  ["sku", ["variant_sku", "item_id", "offer_id", "product_sku", "article_number", "seller_sku", "item_sku", "id"]],
  ["title", ["name", "product_name", "product_title", "item_name"]],
  ["description", ["body_html", "product_description", "long_description"]],
  ["url", ["link", "product_url", "canonical_link"]],
  ["image", ["image_link", "image_src", "image", "images", "main_image", "main_image_url", "image_links", "picture"]],
  ["additional_image_urls", ["additional_image_link", "additional_images", "additional_image_links"]],
  ["brand", ["vendor", "manufacturer", "brand_name", "brands"]],
  ["gtin", ["ean", "upc", "barcode", "variant_barcode", "isbn", "ean13", "ean_code", "gtin13", "gtin14"]],
  ["mpn", ["manufacturer_part_number", "part_number"]],
  ["product_category", ["product_type", "category", "categories"]],
  ["price", ["price", "variant_price", "regular_price", "unit_price"]],
  ["price_currency", ["currency", "currency_code"]],
  ["sale_price", ["sale_price", "special_price"]],
  ["sale_price_starts_at", ["special_price_from", "special_price_from_date"]],
  ["sale_price_ends_at", ["special_price_to", "special_price_to_date"]],
  ["sale_period", ["sale_price_effective_date"]],
  ["cost", ["cost_of_goods_sold", "cost_per_item", "cost"]],
  [
    "inventory_quantity",
    ["quantity", "stock", "inventory", "qty", "stock_quantity", "variant_inventory_qty", "stockonhand", "stock_level"],
  ],
  ["availability", ["stock_status", "in_stock"]],
  ["stock_tracked", ["stock_tracked", "manage_stock", "track_inventory"]],
  ["published", ["published", "is_published"]],
  ["item_group_id", ["group_id", "parent_sku"]],
  ["item_group_title", ["group_title"]],
  ["shipping_weight", ["shipping_weight", "product_weight"]],
  ["product_length", ["product_length"]],
  ["product_width", ["product_width"]],
  ["product_height", ["product_height"]],
  ["video_url", ["video_link"]],
  ["model_3d_url", ["virtual_model_link", "model_3d_link"]],
  ["color", ["colour"]],
  ["custom_label#0", ["custom_label_0"]],
  ["custom_label#1", ["custom_label_1"]],
  ["custom_label#2", ["custom_label_2"]],
  ["custom_label#3", ["custom_label_3"]],
  ["custom_label#4", ["custom_label_4"]],
];

/** German column names, without umlauts, like the result of `plainName`. */
const GERMAN: readonly (readonly [target: string, names: readonly string[]])[] = [
  ["sku", ["artikelnummer", "artikelnr", "artikel_nr", "art_nr", "artnr", "art.nr", "produktnummer", "bestellnummer"]],
  ["title", ["titel", "bezeichnung", "artikelbezeichnung", "artikelname", "produktname", "produkttitel"]],
  ["description", ["beschreibung", "artikelbeschreibung", "produktbeschreibung", "langbeschreibung", "langtext"]],
  ["price", ["preis", "verkaufspreis", "bruttopreis", "preis_brutto", "vk_brutto", "vk_preis", "vk"]],
  ["sale_price", ["angebotspreis", "sonderpreis", "aktionspreis"]],
  ["cost", ["einkaufspreis", "ek_preis", "ek"]],
  ["price_currency", ["wahrung", "waehrung"]],
  ["brand", ["marke", "hersteller"]],
  ["mpn", ["herstellernummer", "herstellerartikelnummer", "hersteller_artikelnummer", "han"]],
  ["availability", ["verfugbarkeit", "verfuegbarkeit", "lieferstatus"]],
  ["inventory_quantity", ["bestand", "lagerbestand", "lagermenge", "menge"]],
  ["product_category", ["kategorie", "kategorien", "warengruppe", "kategoriepfad"]],
  ["condition", ["zustand"]],
  ["color", ["farbe"]],
  ["size", ["grosse", "groesse"]],
  ["gender", ["geschlecht"]],
  ["age_group", ["altersgruppe"]],
  ["pattern", ["muster"]],
  ["image", ["bild", "bilder", "bild_url", "bildlink", "hauptbild", "bildurl"]],
  ["url", ["produktlink", "produkt_url", "artikellink", "deeplink"]],
  ["weight", ["gewicht", "versandgewicht"]],
  ["product_length", ["lange", "laenge"]],
  ["product_width", ["breite"]],
  ["product_height", ["hohe", "hoehe"]],
  ["tags", ["schlagworter", "schlagwoerter", "schlagworte"]],
  ["item_group_id", ["vaterartikel", "vaterartikelnummer", "hauptartikelnummer"]],
];

/** All known names in the order in which they are tried: our own first. */
export const KNOWN_COLUMNS: readonly (readonly [target: string, names: readonly string[]])[] = [
  ...[...PRODUCT_FIELDS, "version"].map((field) => [field, [field]] as const),
  ...OTHERS,
  ...GERMAN,
];

/** A column name for comparison: lower-cased, without Google's prefix and accents, other characters as underscores. */
export const plainName = (name: string): string =>
  name
    .trim()
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .replace(/ß/g, "ss")
    .toLowerCase()
    .replace(/^g:/, "")
    .replace(/\.(?![a-z0-9])/g, "_")
    .replace(/[^a-z0-9.]+/g, "_")
    .replace(/^_+|_+$/g, "");
