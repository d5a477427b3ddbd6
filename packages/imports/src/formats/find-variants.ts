import type { GivenMapping } from "@skucast/contracts/imports/mapping";
import { LIMITS } from "@skucast/contracts/limits";
import { guessMapping } from "../mapping/guess-mapping.js";
import { plainName } from "../mapping/known-columns.js";
import { columnOf, ruleColumns } from "../mapping/rule-column.js";
import { columnsIn, memberAt } from "../member-at.js";
import { isWhole } from "../recognize-product.js";
import type { RawRow } from "../row.js";
import { isMembers, type Members, variantsAt } from "./expand-variants.js";

const LEVELS_MAX = 3;
const ITEMS_MAX = 100;

/** The path of the list of variants within the rows of a document: the first one whose items are sold themselves. */
export function findVariants(rows: readonly RawRow[]): string | undefined {
  const paths = new Set(rows.flatMap(({ members }) => (members === undefined ? [] : listsIn(members))));
  return [...paths].slice(0, LISTS_MAX).find((path) => hasVariantsAt(path, rows));
}

const ATTEMPTS_MAX = 20;

/** Finds the same in blocks of rows. Looks at each list a few times only, because files have many rows. */
export function createVariantFinder(): (rows: readonly RawRow[]) => string | undefined {
  const attempts = new Map<string, number>();
  const isOpen = (path: string): boolean => (attempts.get(path) ?? 0) < ATTEMPTS_MAX;
  return (rows) => {
    const paths = new Set(rows.flatMap(({ members }) => (members === undefined ? [] : listsIn(members))));
    for (const path of paths) {
      if (!isOpen(path)) continue;
      if (attempts.size < LISTS_MAX || attempts.has(path)) attempts.set(path, (attempts.get(path) ?? 0) + 1);
      if (hasVariantsAt(path, rows)) return path;
    }
    return undefined;
  };
}
/** Each list is looked at by itself, and a file with more columns is rejected. */
const LISTS_MAX = 1_000;

/** Whether a mapping reads a list, or a part of it, itself. */
export const isListMapped = (path: string, mapping: GivenMapping = {}): boolean =>
  Object.values(mapping)
    .flatMap(ruleColumns)
    .some((column) => column === path || column.startsWith(`${path}/`) || path.startsWith(`${column}/`));

/** Whether the items at a path are variants: each with its own SKU, and a price, a stock or what buyers choose by. */
export function hasVariantsAt(path: string, rows: readonly RawRow[]): boolean {
  const lists = rows
    .flatMap(({ members }) => (members === undefined ? [] : [variantsAt(members, path)]))
    .filter((list) => list.length > 0)
    .slice(0, ITEMS_MAX);
  const items = lists.flat().slice(0, ITEMS_MAX);
  const sku = skuOfVariants(path, [...new Set(items.flatMap((item) => columnsIn(item, isWhole)))]);
  if (sku === undefined) return false;
  return lists.every((list) => {
    const skus = list.map((item) => memberAt(item, sku)).filter((value) => value !== undefined && value !== "");
    return new Set(skus).size === skus.length;
  });
}

/** The name of the SKU among the names of the items at a path; undefined if these are not variants. */
export function skuOfVariants(path: string, names: readonly string[]): string | undefined {
  const places = path.split("/").map(plainName);
  if (places.some((name) => OTHERS.test(name))) return undefined;
  const { mapping } = guessMapping(
    names.filter((name) => name.trim() !== ""),
    {},
  );
  const sku = columnOf(mapping.sku ?? null);
  const isNamed = places.some((name) => VARIANTS.test(name));
  // Anything may have an id.
  if (sku === undefined || (plainName(sku) === "id" && !isNamed)) return undefined;
  const decisive = isNamed ? [...SOLD_BY, ...CHOSEN_BY] : SOLD_BY;
  return decisive.some((target) => target in mapping) ? sku : undefined;
}

const VARIANTS = /varia|^(?:skus?|child|children|combinations?|simples|sizes|models?|バリエーション)$/;
/** Lists of other products, and of what a product has for each place. */
const OTHERS =
  /related|accessor|cross|up_?sell|bundle|component|^(?:kits?|sets?)$|similar|recommend|alternative|substitute|replace|spare|zubehor|warehouse|location|lager|review|image|media|picture|photo|tier|category|categories|shipping|seller|supplier/;
const SOLD_BY = ["price", "price_amount", "sale_price", "stock", "inventory_quantity", "availability"];
const CHOSEN_BY = ["size", "color", "material", "gtin", "variant_options", "options"];

/** The paths of lists of objects in a row, without those in members with a long name, whose length each path would have. */
function listsIn(members: Members, before = ""): string[] {
  const isDeep = before.split("/").length > LEVELS_MAX;
  return Object.entries(members).flatMap(([name, value]) => {
    if (Array.isArray(value)) return value.some(isMembers) ? [before + name] : [];
    if (
      !isMembers(value) ||
      isDeep ||
      name.length > LIMITS.importColumnNameLengthMax ||
      name.includes("/") ||
      (before === "" && isWhole(name, value))
    )
      return [];
    return listsIn(value, `${before}${name}/`);
  });
}
