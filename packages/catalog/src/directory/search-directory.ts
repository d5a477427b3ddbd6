import { type DirectoryPosition, pageDirectory } from "@skucast/db/directory/read-directory";
import type { CatalogContext } from "../context.js";
import { searchWords } from "../products/search-words.js";
import type { PublicProduct } from "./public-product.js";
import { showProducts } from "./show-products.js";

/** Where a page begins, and whether it is one of products that only have words like those asked for. */
export interface PublicPosition extends DirectoryPosition {
  readonly isNear: boolean;
}

interface Call {
  readonly ctx: Pick<CatalogContext, "db" | "clock">;
  readonly input: {
    readonly catalogId?: string | undefined;
    readonly text?: string | undefined;
    readonly availability?: string | undefined;
    /** Null for the first page. */
    readonly after: PublicPosition | null;
    readonly limit: number;
  };
}

export interface PublicPage {
  readonly items: readonly PublicProduct[];
  /** Whether nothing contains the words, and these have similar ones. */
  readonly isNear: boolean;
  readonly next: PublicPosition | null;
}

const START: PublicPosition = { catalogId: "", sku: "", isNear: false };

/**
 * A page of the public directory's products in the order of channel and SKU: all, or those that contain all words, or
 * where none does, have similar ones. Anybody may read it.
 */
export async function searchDirectory({ ctx, input }: Call): Promise<PublicPage> {
  const { text, after, ...filters } = input;
  const words = text === undefined ? [] : searchWords(text);
  const pageAt = async ({ isNear, ...place }: PublicPosition): Promise<PublicPage> => {
    const { products, next } = await pageDirectory(ctx.db, { ...filters, words, isNear, after: place });
    return { items: await showProducts(ctx, products), isNear, next: next && { ...next, isNear } };
  };
  const page = await pageAt(after ?? START);
  const isNothing = after === null && words.length > 0 && page.items.length === 0 && page.next === null;
  return isNothing ? pageAt({ ...START, isNear: true }) : page;
}
