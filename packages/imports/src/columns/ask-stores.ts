import type { ImportQuestion } from "@skucast/contracts/imports/import";
import type { GivenMapping } from "@skucast/contracts/imports/mapping";
import { plainName } from "../mapping/known-columns.js";
import type { MappedRows } from "./mapped-rows.js";

/** What Google's inventory of stores has for each store. */
const OF_STORES = ["price", "sale_price", "sale_price_effective_date", "quantity", "availability"];
const TARGETS: Readonly<Record<string, string | undefined>> = {
  sale_price_effective_date: "sale_period",
  quantity: "stock",
};
const SAME = ["price_amount", "sale_price_amount", "sale_price_starts_at", "sale_price_ends_at", "inventory_quantity"];

/** The places that rows are about, by the names of their columns, and the codes of the questions. */
const PLACES: Readonly<Record<string, "stores" | "regions" | undefined>> = {
  store_code: "stores",
  region_id: "regions",
};

/** The column of the place that each row is about: Google's local and regional inventories have no title. */
export const placeColumn = (columns: readonly string[], mapping: GivenMapping): string | undefined =>
  "title" in mapping ? undefined : columns.find((column) => PLACES[plainName(column)] !== undefined);

/** What a store or a region sells, and for how much, is not what the online shop does: it is not read unless the mapping names it. */
export function withoutStores(columns: readonly string[], mapping: GivenMapping, given: GivenMapping): GivenMapping {
  if (placeColumn(columns, mapping) === undefined) return mapping;
  const ofStores = new Set([...OF_STORES.map((name) => TARGETS[name] ?? name), ...SAME]);
  return Object.fromEntries(Object.entries(mapping).filter(([target]) => target in given || !ofStores.has(target)));
}

/** Asks what the rows of stores or regions say about the products of the online shop. */
export function askStores({ columns, mapping, given }: MappedRows): ImportQuestion[] {
  const place = placeColumn(columns, mapping);
  const found = columns.flatMap((column) => {
    const name = plainName(column);
    return OF_STORES.includes(name) ? [[TARGETS[name] ?? name, column] as const] : [];
  });
  if (place === undefined || found.length === 0 || found.some(([target]) => target in given)) return [];
  const code = PLACES[plainName(place)] ?? "stores";
  const message =
    code === "stores"
      ? `Are the prices and the stock those of the online shop? Each row is that of a store (${place}), so they are not read until then.`
      : `Do the prices and the availability apply everywhere? Each row is that of a region (${place}), so they are not read until then.`;
  const answers = [
    { label: "No, leave them out", mapping: Object.fromEntries(found.map(([target]) => [target, null])) },
    { label: "Yes", mapping: Object.fromEntries(found) },
  ];
  return [{ code, column: place, message, answers }];
}
