import type { PublicProduct } from "@skucast/catalog/directory/show-products";

/** A public product as a citation with its own page, or a URL of the public directory. */
export function publicCitationOf({ id, fields }: PublicProduct, publicUrl: string) {
  const { title, url } = fields;
  return {
    id,
    title: String(title),
    url: typeof url === "string" ? url : `${publicUrl}/mcp/public#${encodeURIComponent(id)}`,
  };
}
