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

/** Whether the rows of a file are about stores, by the names of its columns: Google's local inventory has no title. */
const isOfStores = (columns: readonly string[], mapping: GivenMapping): boolean =>
  columns.some((column) => plainName(column) === "store_code") && !("title" in mapping);

/** What a store sells, and for how much, is not what the online shop does: it is not read unless the mapping names it. */
export function withoutStores(columns: readonly string[], mapping: GivenMapping, given: GivenMapping): GivenMapping {
  if (!isOfStores(columns, mapping)) return mapping;
  const ofStores = new Set([...OF_STORES.map((name) => TARGETS[name] ?? name), ...SAME]);
  return Object.fromEntries(Object.entries(mapping).filter(([target]) => target in given || !ofStores.has(target)));
}

/** Asks what the rows of stores say about the products of the online shop. */
export function askStores({ columns, mapping, given }: MappedRows): ImportQuestion[] {
  const store = columns.find((column) => plainName(column) === "store_code");
  const found = columns.flatMap((column) => {
    const name = plainName(column);
    return OF_STORES.includes(name) ? [[TARGETS[name] ?? name, column] as const] : [];
  });
  if (store === undefined || !isOfStores(columns, mapping) || found.some(([target]) => target in given)) return [];
  const message = `Are the prices and the stock those of the online shop? Each row is that of a store (${store}), so they are not read until then.`;
  const answers = [
    { label: "No, leave them out", mapping: Object.fromEntries(found.map(([target]) => [target, null])) },
    { label: "Yes", mapping: Object.fromEntries(found) },
  ];
  return [{ code: "stores", column: store, message, answers }];
}
