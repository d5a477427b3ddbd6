import { type DirectoryPosition, pageDirectory } from "@skucast/db/directory/read-directory";
import type { CatalogContext } from "../context.js";
import type { PublicProduct } from "./public-product.js";
import { showProducts } from "./show-products.js";

interface Call {
  readonly ctx: Pick<CatalogContext, "db" | "clock">;
  readonly input: {
    readonly catalogId?: string | undefined;
    readonly text?: string | undefined;
    readonly availability?: string | undefined;
    readonly after: DirectoryPosition | null;
    readonly limit: number;
  };
}

export interface PublicPage {
  readonly items: readonly PublicProduct[];
  readonly next: DirectoryPosition | null;
}

/** A page of the public directory's products in the order of channel and SKU. Anybody may read it. */
export async function searchDirectory({ ctx, input }: Call): Promise<PublicPage> {
  const { products, next } = await pageDirectory(ctx.db, {
    ...input,
    after: input.after ?? { catalogId: "", sku: "" },
  });
  return { items: await showProducts(ctx, products), next };
}
