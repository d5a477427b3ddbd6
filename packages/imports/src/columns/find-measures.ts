import type { ImportMapping } from "@skucast/contracts/imports/mapping";
import { plainName } from "../mapping/known-columns.js";
import { DEPTH, MEASURES } from "../mapping/names-by-values.js";
import { usedColumns } from "../mapping/rule-column.js";
import { halfWidth } from "../values/half-width.js";
import { unitNamed } from "../values/quantity.js";
import type { MappedRows } from "./mapped-rows.js";

/** A unit behind a name: `Weight (g)`, `Weight [kg]`, `重量(g)`. */
const UNIT_LAST =
  /^(.+?)[\s_]*(?:\(\s*|\[\s*|[\s_](?:in|en|em|w|v)[\s_]|_|\s|,\s*)(kg|gr?|lbs?|oz|cm|mm|m|inch|in|ft)\.?\s*[)\]]?$/i;

const SAME: Readonly<Record<string, readonly string[]>> = {
  shipping_weight: ["shipping_weight", "weight", "weight.value"],
  product_length: ["product_length", "dimensions.length", "dimensions"],
  product_width: ["product_width", "dimensions.width", "dimensions"],
  product_height: ["product_height", "dimensions.height", "dimensions"],
};

/** Maps measures whose unit is in the header, in the languages whose columns are recognized. */
export function withMeasures({ columns, mapping, given, preset = "none" }: MappedRows): ImportMapping {
  if (preset !== "none") return mapping;
  const used = usedColumns(mapping);
  const found = columns.flatMap((column) => {
    const [, name = "", unit] = UNIT_LAST.exec(halfWidth(column).trim()) ?? [];
    const plain = plainName(name.replace(/[łŁ]/g, "l"));
    const named = Object.keys(MEASURES).find((one) => MEASURES[one]?.has(plain));
    const target = named ?? (DEPTH.has(plain) ? "product_length" : undefined);
    const isOpen = target !== undefined && !(SAME[target] ?? []).some((one) => one in mapping || one in given);
    return unit === undefined || !isOpen || used.has(column)
      ? []
      : [{ target, isDepth: named === undefined, rule: { column, unit: unitNamed(unit.toLowerCase()) } }];
  });
  // The first one with a name counts, and a length before a depth.
  const ordered = [
    ...found.filter(({ isDepth }) => isDepth).toReversed(),
    ...found.filter(({ isDepth }) => !isDepth).toReversed(),
  ];
  return { ...Object.fromEntries(ordered.map(({ target, rule }) => [target, rule])), ...mapping };
}
