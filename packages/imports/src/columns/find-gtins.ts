import type { ImportMapping } from "@skucast/contracts/imports/mapping";
import { KNOWN_COLUMNS, plainName } from "../mapping/known-columns.js";
import { usedColumns } from "../mapping/rule-column.js";
import { isOfShop, type MappedRows } from "./mapped-rows.js";

const NAMES = KNOWN_COLUMNS.flatMap(([target, names]) => (target === "gtin" ? names : []));
const OTHERS_MAX = 10;

/** A file may have an EAN, a UPC and an ISBN in columns of their own: the first one with a value is the GTIN. */
export function withGtins({ columns, mapping, given, preset = "none" }: MappedRows): ImportMapping {
  const { gtin } = mapping;
  if (isOfShop(preset) || typeof gtin !== "string" || "gtin" in given) return mapping;
  const used = usedColumns(mapping);
  const named = NAMES.flatMap((name) => columns.filter((column) => plainName(column) === name && !used.has(column)));
  const otherwise = [...new Set(named)].slice(0, OTHERS_MAX);
  return otherwise.length === 0 ? mapping : { ...mapping, gtin: { column: gtin, otherwise } };
}
