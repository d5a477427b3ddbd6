/** The file layouts that are recognized by their columns, with what such a file is called. */
export const IMPORT_PRESET_NAMES = {
  shopify: "Shopify export",
  woocommerce: "WooCommerce export",
  magento: "Magento or Adobe Commerce export",
  prestashop: "PrestaShop product file",
  bigcommerce: "BigCommerce export",
  shopware: "Shopware export",
  squarespace: "Squarespace export",
  wix: "Wix export",
  etsy: "Etsy listings",
  medusa: "Medusa export",
  saleor: "Saleor export",
  vendure: "Vendure product file",
  spree: "Spree export",
  commercetools: "commercetools export",
  bagisto: "Bagisto product file",
  oxid: "OXID export",
  acp: "ACP product feed",
  openai: "OpenAI product feed",
  amazon: "Amazon inventory file",
  meta: "Meta catalog feed",
  google: "Google product feed",
} as const;

type PresetName = keyof typeof IMPORT_PRESET_NAMES;
export type ImportPreset = PresetName | "none";
export const IMPORT_PRESETS: readonly ["none", ...ImportPreset[]] = [
  "none",
  ...(Object.keys(IMPORT_PRESET_NAMES) as PresetName[]),
];
