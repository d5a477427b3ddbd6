import { currentPrices } from "@skucast/catalog/products/current-prices";
import { getProduct as getProductVerb } from "@skucast/catalog/products/get-product";
import { skuSchema } from "@skucast/contracts/products/product";
import { z } from "zod";
import { defineTool, READS } from "./define-tool.js";
import { productOutput, type StoredProduct, singleProductView } from "./parts/product-view.js";

export const getProduct = defineTool({
  name: "get_product",
  title: "Get a product",
  description:
    "Reads one product by SKU, with all or the named fields. Use lookup_catalog for several, search_catalog " +
    "when you do not know the SKU.",
  scopes: ["products:read"],
  hints: READS,
  input: z.strictObject({ sku: skuSchema.describe("Case-sensitive."), ...singleProductView.input }),
  output: z.object({ product: productOutput, cut: z.string().nullable() }),
  remedies: { not_found: "search_catalog finds products by words." },
  run: async ({ ctx, principal, input }) => {
    const { doc } = await getProductVerb({ ctx: ctx.catalog, principal, input: { sku: input.sku } });
    // The verb returns the stored JSON document of the product.
    const stored = JSON.parse(doc) as StoredProduct;
    const prices = currentPrices(stored, ctx.catalog.clock.now(), []);
    const product = singleProductView.show({ ...stored, ...prices }, input);
    const { omitted_fields: omitted } = product;
    return { product, cut: omitted === undefined ? null : CUT };
  },
});

const CUT = "The fields in omitted_fields are too long for one answer; request them by name, a few at a time.";
