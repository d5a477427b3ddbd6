import type { ImportPreset } from "@skucast/contracts/imports/import";
import { bagisto } from "./bagisto.js";
import { google } from "./google.js";
import type { ColumnNames, Preset } from "./preset.js";
import { shopify } from "./shopify.js";
import { vendure } from "./vendure.js";
import { woocommerce } from "./woocommerce.js";

/** The exports that are known. */
const PRESETS: readonly Preset[] = [shopify, woocommerce, vendure, bagisto, google];

/** The preset of a file: the one that is asked for, or the one whose columns it has. */
export function presetOf(columns: ColumnNames, asked: ImportPreset | undefined): Preset | undefined {
  return asked === undefined
    ? PRESETS.find((preset) => preset.isIn(columns))
    : PRESETS.find(({ name }) => name === asked);
}
