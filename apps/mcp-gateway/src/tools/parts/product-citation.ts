import { encodeSku } from "@skucast/contracts/products/sku-path";
import type { StoredProduct } from "./product-view.js";

/** A product as a citation, which needs a URL: its own page, or its page in the dashboard. */
export function citationOf(product: StoredProduct, publicUrl: string): { id: string; title: string; url: string } {
  const { sku, title, url } = product;
  const own = typeof url === "string" && url !== "" ? url : `${publicUrl}/products/${encodeSku(sku)}`;
  return { id: sku, title: String(title), url: own };
}
