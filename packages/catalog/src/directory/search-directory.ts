import { searchWords } from "@skucast/contracts/products/search-words";
import { type DirectoryPosition, listDirectoryProducts } from "@skucast/db/directory/read-directory";
import type { PublicProduct } from "@skucast/profiles/channel/public-product";
import { publicWordsOf } from "@skucast/profiles/channel/public-words";
import type { Cancellable } from "../cancellable.js";
import type { CatalogContext } from "../context.js";
import { showProducts } from "./show-products.js";

/** Where a page starts, and whether it lists products with similar words because none has the exact ones. */
export interface PublicPosition extends DirectoryPosition {
  readonly isNear: boolean;
}

interface Call extends Cancellable {
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
  /** Whether these products have only similar words, because no product contains the exact ones. */
  readonly isNear: boolean;
  readonly next: PublicPosition | null;
}

const START: PublicPosition = { catalogId: "", sku: "", isNear: false };

/**
 * A page of the public directory's products in order of channel and SKU: all, or those that contain all words, or, if none
 * does, those with similar words. Anyone may read it.
 */
export async function searchDirectory({ ctx, input, signal }: Call): Promise<PublicPage> {
  const { text, after, ...filters } = input;
  const words = text === undefined ? [] : searchWords(text);
  // The index may lag behind changes, so the current products are checked against the words and filters again.
  const isFound = (product: PublicProduct, isNear: boolean) =>
    (filters.availability ?? product.fields.availability) === product.fields.availability &&
    (isNear || words.every((word) => publicWordsOf(product).includes(word)));
  const pageAt = async ({ isNear, ...position }: PublicPosition) => {
    signal?.throwIfAborted();
    const { products, next } = await listDirectoryProducts(ctx.db, { ...filters, words, isNear, after: position });
    const shown = await showProducts(ctx, products, { signal });
    const items = shown.filter((product) => isFound(product, isNear));
    return { page: { items, isNear, next: next && { ...next, isNear } }, isNothing: products.length === 0 && !next };
  };
  const { page, isNothing } = await pageAt(after ?? START);
  if (after !== null || words.length === 0 || !isNothing) return page;
  return (await pageAt({ ...START, isNear: true })).page;
}
