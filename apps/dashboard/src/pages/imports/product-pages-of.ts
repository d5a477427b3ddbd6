import type { ImportPreview } from "@skucast/contracts/imports/import";

/** The column with the last part of each product page. Null if the file has the pages, or they do not follow from it. */
export function handleColumnOf({ preset, mapping }: Pick<ImportPreview, "preset" | "mapping">): string | null {
  if (preset !== "shopify" || "url" in mapping) return null;
  const group: unknown = mapping.item_group_id;
  if (typeof group === "string") return group;
  return typeof group === "object" && group !== null && "column" in group && typeof group.column === "string"
    ? group.column
    : null;
}

/** What the product pages of a shop at this address begin with: `shop.example` gives `https://shop.example/products/`. */
export function productPagesOf(address: string): string | null {
  const typed = address.trim().replace(/\/+$/, "");
  const withScheme = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(withScheme)) return null;
  const { hostname, origin, pathname } = new URL(withScheme);
  if (!hostname.includes(".") || hostname.endsWith(".")) return null;
  return `${origin}${pathname.replace(/\/+$/, "").replace(/\/products$/, "")}/products/`;
}
