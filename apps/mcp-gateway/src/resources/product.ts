import { getProduct } from "@skucast/catalog/products/get-product";
import { skuParameter } from "@skucast/contracts/products/sku-parameter";
import { SKU_PATH_PREFIX, skuSegment } from "@skucast/contracts/products/sku-path";
import { z } from "zod";
import { completeSku } from "../completions/complete-sku.js";
import { type StoredProduct, singleProductView } from "../tools/parts/product-view.js";
import { defineResource } from "./define-resource.js";

export const productResource = defineResource({
  name: "product",
  title: "Product",
  description:
    "One product of the workspace by its SKU, with all fields. A SKU that is . or .. or contains / is written as " +
    `${SKU_PATH_PREFIX} and the base64url form of its UTF-8 bytes.`,
  uriTemplate: "skucast://products/{sku}",
  scopes: ["products:read"],
  completions: { sku: async (call) => (await completeSku(call)).map(skuSegment) },
  variables: z.strictObject({ sku: skuParameter }),
  read: async ({ ctx, principal, variables: { sku } }) => {
    const { doc } = await getProduct({ ctx: ctx.catalog, principal, input: { sku } });
    // The verb returns the stored JSON document of the product.
    const product = JSON.parse(doc) as StoredProduct;
    return { product: singleProductView.show(product, { response_format: "detailed" }) };
  },
});
