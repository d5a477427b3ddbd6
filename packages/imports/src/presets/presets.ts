import type { ImportPreset } from "@skucast/contracts/imports/presets";
import type { RawRow } from "../row.js";
import { acp } from "./acp.js";
import { amazon } from "./amazon.js";
import { bagisto } from "./bagisto.js";
import { bigcommerce } from "./bigcommerce.js";
import { bigcommerceApi } from "./bigcommerce-api.js";
import { commercetools } from "./commercetools.js";
import { commercetoolsCsv } from "./commercetools-csv.js";
import { etsy } from "./etsy.js";
import { google } from "./google.js";
import { magento } from "./magento.js";
import { magentoApi } from "./magento-api.js";
import { medusa } from "./medusa.js";
import { medusaApi } from "./medusa-api.js";
import { meta } from "./meta.js";
import { openai } from "./openai.js";
import { oxid } from "./oxid.js";
import type { ColumnNames, Preset, RecordPreset } from "./preset.js";
import { prestashop } from "./prestashop.js";
import { saleor } from "./saleor.js";
import { saleorRecords } from "./saleor-api.js";
import { shopify } from "./shopify.js";
import { shopifyApi } from "./shopify-api.js";
import { shopware } from "./shopware.js";
import { spree } from "./spree.js";
import { squarespace } from "./squarespace.js";
import { vendure } from "./vendure.js";
import { vendureApi } from "./vendure-api.js";
import { wix } from "./wix.js";
import { woocommerce } from "./woocommerce.js";
import { woocommerceApi } from "./woocommerce-api.js";

/** All presets of tables, in the order in which they are tried: those with the most particular columns first. */
const PRESETS: readonly Preset[] = [
  shopify,
  woocommerce,
  squarespace,
  wix,
  etsy,
  bigcommerce,
  magento,
  prestashop,
  shopware,
  commercetoolsCsv,
  medusa,
  saleor,
  spree,
  vendure,
  bagisto,
  oxid,
  openai,
  amazon,
  meta,
  google,
];

/** The documents whose records are not rows, in the order in which they are tried. */
const RECORDS = {
  commercetools,
  saleor: saleorRecords,
  shopify: shopifyApi,
  medusa: medusaApi,
  acp,
  bigcommerce: bigcommerceApi,
  woocommerce: woocommerceApi,
  magento: magentoApi,
  vendure: vendureApi,
} as const satisfies Partial<Record<ImportPreset, RecordPreset>>;
export type RecordPresetName = keyof typeof RECORDS;

/** The preset of a file: the requested one, or the one whose columns it has. */
export function presetOf(columns: ColumnNames, requested: ImportPreset | undefined): Preset | undefined {
  return requested === undefined ? PRESETS.find((preset) => preset.matches(columns)) : presetNamed(requested);
}

/** The preset of tables with a name; undefined if it has none. */
export const presetNamed = (name: ImportPreset | undefined): Preset | undefined =>
  PRESETS.find((preset) => preset.name === name);

/** The shop whose records a document has, by its first records. A requested one must fit as well. */
export function recordsOf(rows: readonly RawRow[], requested: ImportPreset | undefined): RecordPresetName | undefined {
  const names = Object.keys(RECORDS) as RecordPresetName[];
  return names.find((name) => (requested ?? name) === name && RECORDS[name].recognizes(rows));
}

/** The rows of a document, by the shop whose records it has. */
export const rowsOfRecords = (name: RecordPresetName, source: AsyncIterable<readonly RawRow[]>) =>
  RECORDS[name].rows(source);
