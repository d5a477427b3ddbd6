import { type Database, inWorkspace } from "../database.js";
import { type FindQuery, findProducts } from "./find-products.js";

/** Start of a page: after this SKU, among the products that contain the words or those that contain similar ones. */
export interface SearchPosition {
  readonly isNear: boolean;
  readonly sku: string;
}

export interface SearchQuery extends Pick<FindQuery, "binding" | "words" | "conditions" | "limit"> {
  /** Null for the first page. */
  readonly after: SearchPosition | null;
}

export interface SearchPage {
  /** The products as JSON strings, in the order of their SKUs. */
  readonly docs: readonly string[];
  /** Whether no product contains the words, and these contain similar ones. */
  readonly isNear: boolean;
  readonly next: SearchPosition | null;
}

/** A page of the products that contain all words, or, if there are none, similar ones. */
export function searchProducts(db: Database, { after, ...query }: SearchQuery): Promise<SearchPage> {
  return inWorkspace(db, query.binding, async (client) => {
    const pageAfter = async ({ isNear, sku }: SearchPosition): Promise<SearchPage> => {
      const { docs, next } = await findProducts(client, { ...query, isNear, after: sku });
      return { docs, isNear, next: next === null ? null : { isNear, sku: next } };
    };
    const page = await pageAfter(after ?? { isNear: false, sku: "" });
    const isNothing = after === null && page.docs.length === 0 && page.next === null;
    return isNothing ? pageAfter({ isNear: true, sku: "" }) : page;
  });
}
