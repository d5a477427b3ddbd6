import { encodeSku } from "@skucast/contracts/products/sku-path";
import { API_BASE_PATH } from "@skucast/contracts/service";
import type { StoredProduct } from "./product-view.js";

/** A product as a citation, which needs a URL: its own page, or its URL in the API. */
export function citationOf(product: StoredProduct, publicUrl: string): { id: string; title: string; url: string } {
  const { sku, title, url } = product;
  const own = typeof url === "string" && url !== "" ? url : `${publicUrl}${API_BASE_PATH}/products/${encodeSku(sku)}`;
  return { id: sku, title: String(title), url: own };
}
