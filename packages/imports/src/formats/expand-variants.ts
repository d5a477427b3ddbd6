import { KNOWN_COLUMNS, plainName } from "../mapping/known-columns.js";
import { memberAt } from "../member-at.js";
import type { RawRow, RowFault } from "../row.js";
import { readWord } from "../values/words.js";

export type Members = Readonly<Record<string, unknown>>;
export const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Rows in which each product with variants is replaced by them. */
export async function* rowsOfVariants(
  path: string,
  source: AsyncIterable<readonly RawRow[]>,
): AsyncGenerator<readonly RawRow[]> {
  const expand = createVariantExpander(path);
  for await (const rows of source) yield expand(rows);
}

/**
 * Replaces products by the variants in their lists at a path. A variant has the members of its product and its own, which
 * come first, and the SKU of the product as its group. A product without variants stays.
 */
export function createVariantExpander(path: string): (rows: readonly RawRow[]) => readonly RawRow[] {
  let line = 0;
  let place = 0;
  const placed = ({ place: _place, ...row }: RawRow): RawRow => {
    place = row.line === line ? place + 1 : 0;
    line = row.line;
    return place > 0 ? { ...row, place } : row;
  };
  return (rows) =>
    rows.flatMap((row) => {
      const { members } = row;
      if (members === undefined) return placed(row);
      const variants = variantsAt(members, path);
      if (variants.length === 0) return placed(Array.isArray(memberAt(members, path)) ? withoutList(row, path) : row);
      const product = without(members, path);
      if (variants.length * Object.keys(product).length > COPIES_MAX)
        return placed({ line: row.line, fault: TOO_MANY });
      const inProduct = namesByField(product);
      return variants.map((variant) => placed({ line: row.line, members: variantOf(product, inProduct, variant) }));
    });
}

/** Members of products that their variants have as well, of one product: 2,000 variants of one with 1,000 members. */
const COPIES_MAX = 2_000_000;
const TOO_MANY: RowFault = {
  code: "unreadable_row",
  message: "has too many variants for the number of its members; send each variant as a row",
};

/** The variants in the list at a path, each without an object around it as in the answers of GraphQL. */
export function variantsAt(members: Members, path: string): readonly Members[] {
  const list = memberAt(members, path);
  if (!Array.isArray(list)) return [];
  return list.filter(isMembers).map((item) => (isMembers(item.node) ? item.node : item));
}

const withoutList = (row: RawRow, path: string): RawRow => ({ ...row, members: without(row.members ?? {}, path) });

function without(members: Members, path: string): Members {
  if (Object.hasOwn(members, path)) {
    const { [path]: _list, ...others } = members;
    return others;
  }
  const [first = "", ...inner] = path.split("/");
  const { [first]: outer, ...others } = members;
  const rest = isMembers(outer) ? without(outer, inner.join("/")) : {};
  return Object.keys(rest).length === 0 ? others : { ...others, [first]: rest };
}

const TARGETS: ReadonlyMap<string, readonly [target: string, rank: number]> = new Map(
  KNOWN_COLUMNS.flatMap(([target, names], rank) => names.map((name) => [name, [target, rank] as const] as const))
    // The first entry of a name counts.
    .toReversed(),
);

/** The names of members by the fields that they fill, the usual name first. */
function namesByField(members: Members): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, { readonly name: string; readonly rank: number }[]>();
  for (const name of Object.keys(members)) {
    const [target, rank] = (/.[@/]/.test(name) ? undefined : TARGETS.get(plainName(name))) ?? [];
    if (target === undefined || rank === undefined) continue;
    const field = FIELDS.get(target) ?? target;
    const named = found.get(field);
    if (named === undefined) found.set(field, [{ name, rank }]);
    else named.push({ name, rank });
  }
  const byRank = (names: readonly { readonly name: string; readonly rank: number }[]) =>
    names.toSorted((a, b) => a.rank - b.rank).map(({ name }) => name);
  return new Map([...found].map(([field, names]) => [field, byRank(names)]));
}

/** Targets that are the same field of a product, in another form. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ["price_amount", "price"],
  ["sale_price_amount", "sale_price"],
  ["stock", "inventory_quantity"],
  ["image_url", "image"],
]);
/** What the price of a variant replaces besides the price of its product. */
const OF_A_SALE = ["sale_price", "sale_price_starts_at", "sale_price_ends_at", "sale_period"];

function variantOf(product: Members, inProduct: ReturnType<typeof namesByField>, variant: Members): Members {
  const inVariant = namesByField(variant);
  const textOf = (members: Members, names: readonly string[] = []): string =>
    names
      .map((name) => members[name])
      .map((value) => (value === null || value === undefined ? "" : String(value)))[0] ?? "";
  const has = (field: string): boolean => (inVariant.get(field) ?? []).some((name) => !isEmpty(variant[name]));
  const left: Record<string, unknown> = { ...product };
  const drop = (field: string): void => {
    for (const name of inProduct.get(field) ?? []) delete left[name];
  };
  const group = textOf(product, inProduct.get("sku")).trim();
  drop("sku");
  if (has("price")) for (const field of OF_A_SALE) if (!has(field)) drop(field);
  if (has("availability") && !has("inventory_quantity")) drop("inventory_quantity");
  const [availability] = inProduct.get("availability") ?? [];
  const isAvailable = readWord("availability", textOf(product, inProduct.get("availability"))) === "in_stock";
  // What the product as a whole is not, none of its variants is.
  if (isAvailable && has("availability")) drop("availability");
  else if (isAvailable && availability !== undefined && isSoldOut(textOf(variant, inVariant.get("inventory_quantity"))))
    left[availability] = "out_of_stock";
  const own: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(variant)) {
    if (isEmpty(value) && Object.hasOwn(left, name)) continue;
    own[name] = value;
  }
  for (const [field, names] of inVariant) {
    const [first = ""] = names;
    if (field !== "sku" && !has(field)) continue;
    const title = textOf(product, inProduct.get("title"));
    if (field === "title" && title !== "" && !textOf(variant, names).includes(title)) {
      for (const name of names) delete own[name];
      continue;
    }
    const [usual = first] = inProduct.get(field) ?? [];
    drop(field);
    if (usual === first || isObject(product[usual]) || isObject(variant[first])) continue;
    delete own[first];
    own[usual] = variant[first];
  }
  const isGrouped = inProduct.has("item_group_id") || has("item_group_id");
  return { ...left, ...(!isGrouped && group !== "" && { item_group_id: group }), ...own };
}

const isSoldOut = (stock: string): boolean => Number.parseFloat(stock) <= 0;
const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;
const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");
