import type { Binding } from "@skucast/contracts/principal";
import { type Database, inWorkspace } from "../database.js";

interface BrandQuery {
  readonly binding: Binding;
  readonly prefix: string;
  readonly limit: number;
}

/**
 * Brands of the workspace that start with a prefix, ignoring case, in order. None for an actor who sees only a part of
 * the catalog.
 */
export function listBrands(db: Database, { binding, prefix, limit }: BrandQuery): Promise<string[]> {
  return inWorkspace(db, binding, async (client) => {
    const { rows } = await client.query<{ brand: string }>("SELECT brand FROM own_brands($1, $2)", [prefix, limit]);
    return rows.map(({ brand }) => brand);
  });
}
