import { currentPrices } from "@skucast/catalog/products/current-prices";
import { getProducts } from "@skucast/catalog/products/get-products";
import { z } from "zod";
import { defineTool, READS } from "./define-tool.js";
import { fitItems } from "./parts/fit-items.js";
import { parseProducts, productOutput, productView } from "./parts/product-view.js";
import { skusInput } from "./parts/sku-input.js";

export const lookupCatalog = defineTool({
  name: "lookup_catalog",
  title: "Look products up",
  description:
    "Reads several products by SKU in one call. Use it when you have the SKUs: search_catalog finds them, get_product " +
    "reads one product in full. Unknown SKUs are listed in not_found.",
  scopes: ["products:read"],
  hints: READS,
  input: z.strictObject({
    skus: skusInput.describe("Case-sensitive."),
    ...productView.input,
  }),
  output: z.object({
    products: z.array(productOutput),
    not_found: z.array(z.string()),
    not_shown: z.array(z.string()).describe("Existing SKUs that did not fit: look them up in another call."),
    cut: z.string().nullable(),
  }),
  run: async ({ ctx, principal, input }) => {
    const skus = [...new Set(input.skus)];
    const found = await getProducts({ ctx: ctx.catalog, principal, input: { skus } });
    const now = ctx.catalog.clock.now();
    const products = parseProducts([...found.values()].join()).map((product) =>
      productView.show({ ...product, ...currentPrices(product, now, []) }, input),
    );
    const shown = fitItems(products);
    const notShown = products.slice(shown.length).map(({ sku }) => sku);
    return {
      products: [...shown],
      not_found: skus.filter((sku) => !found.has(sku)),
      not_shown: notShown,
      cut: notShown.length === 0 ? null : cutSentence(shown.length, products.length),
    };
  },
});

const cutSentence = (kept: number, all: number): string =>
  `${kept} of ${all} products fit into one answer; look up those in not_shown again, or request fewer fields.`;
