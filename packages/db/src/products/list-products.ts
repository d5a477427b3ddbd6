import type { Binding } from "@skucast/contracts/principal";
import { type Database, inWorkspace } from "../database.js";
import { findProducts } from "./find-products.js";
import { readNamedProducts } from "./read-named-products.js";
import type { ProductConditions } from "./selection.js";

export interface ProductPage {
  /** The products as JSON, separated by commas, in the order of their SKUs: the inside of a JSON array. */
  readonly docs: string;
  /** The SKU after which the next page starts. Null at the end. */
  readonly next: string | null;
}

interface PageQuery {
  readonly binding: Binding;
  readonly after: string;
  readonly limit: number;
}

interface MatchingQuery extends PageQuery {
  /** Lower-cased. A product must contain all of them. */
  readonly words: readonly string[];
  readonly conditions: readonly ProductConditions[];
}

/** A page of all live products: one statement, keyset pagination, no count. */
export async function listProducts(db: Database, { binding, after, limit }: PageQuery): Promise<ProductPage> {
  const { workspaceId, actor } = binding;
  const statement = {
    name: "product_page",
    text: "SELECT * FROM product_page($1, $2, $3, $4)",
    rowMode: "array" as const,
    values: [workspaceId, actor, after, limit],
  };
  const { rows } = await db.shares.run(workspaceId, () => db.app.query<[string | null, string | null]>(statement));
  const [docs = null, next = null] = rows[0] ?? [];
  return { docs: docs ?? "", next };
}

/** A page of the products that contain all words and meet all conditions. */
export async function listMatchingProducts(db: Database, query: MatchingQuery): Promise<ProductPage> {
  const { docs, next } = await inWorkspace(db, query.binding, (client) =>
    (query.conditions.some(({ skus }) => skus) ? readNamedProducts : findProducts)(client, { ...query, isNear: false }),
  );
  return { docs: docs.join(), next };
}
