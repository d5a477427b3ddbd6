import type { ImportPreset } from "@skucast/contracts/imports/import";
import { bagisto } from "./bagisto.js";
import { google } from "./google.js";
import type { ColumnNames, Preset } from "./preset.js";
import { shopify } from "./shopify.js";
import { vendure } from "./vendure.js";
import { woocommerce } from "./woocommerce.js";

/** All presets. */
const PRESETS: readonly Preset[] = [shopify, woocommerce, vendure, bagisto, google];

/** The preset of a file: the requested one, or the one whose columns it has. */
export function presetOf(columns: ColumnNames, requested: ImportPreset | undefined): Preset | undefined {
  return requested === undefined
    ? PRESETS.find((preset) => preset.matches(columns))
    : PRESETS.find(({ name }) => name === requested);
}
