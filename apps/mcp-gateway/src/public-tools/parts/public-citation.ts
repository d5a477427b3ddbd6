import type { PublicProduct } from "@skucast/catalog/directory/show-products";

/** A public product as something to cite: its own page, or the directory that it was found in. */
export function publicCitationOf({ id, fields }: PublicProduct, publicUrl: string) {
  const { title, url } = fields;
  return {
    id,
    title: String(title),
    url: typeof url === "string" ? url : `${publicUrl}/mcp/public#${encodeURIComponent(id)}`,
  };
}
