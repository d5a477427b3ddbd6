import type { Entry } from "../../api/client.js";

export type Product = Entry<"listProducts">;

/** A row of the list: a product, or a group of variants as one item. */
export type ProductRow =
  | { readonly type: "product"; readonly key: string; readonly product: Product; readonly isVariant: boolean }
  | {
      readonly type: "group";
      readonly key: string;
      readonly id: string;
      readonly title: string;
      readonly variants: readonly Product[];
      readonly isOpen: boolean;
    };

const rowOf = (product: Product, isVariant = false): ProductRow => ({
  type: "product",
  key: product.sku,
  product,
  isVariant,
});

/**
 * Replaces variants of the same group by one row, in the place of the first of them, followed by all of them if it is
 * open. A group with a single variant stays a product.
 */
export function groupVariants(products: readonly Product[], open: ReadonlySet<string>): readonly ProductRow[] {
  const groups = new Map<string, Product[]>();
  for (const product of products) {
    const id = product.item_group_id;
    if (id !== undefined) groups.set(id, [...(groups.get(id) ?? []), product]);
  }
  return products.flatMap((product) => {
    const id = product.item_group_id;
    const variants = id === undefined ? [] : (groups.get(id) ?? []);
    if (id === undefined || variants.length < 2) return [rowOf(product)];
    if (variants[0] !== product) return [];
    const isOpen = open.has(id);
    // A title that all variants have is what a person sees and changes; the group's own may be older.
    const hasOneTitle = variants.every(({ title: each }) => each === product.title);
    const title = hasOneTitle ? product.title : (product.item_group_title ?? product.title);
    const group: ProductRow = { type: "group", key: `group ${id}`, id, title, variants, isOpen };
    return [group, ...(isOpen ? variants.map((variant) => rowOf(variant, true)) : [])];
  });
}

/** Each product in a row of its own. */
export const ungrouped = (products: readonly Product[]): readonly ProductRow[] =>
  products.map((product) => rowOf(product));
