import { type DirectoryChannel, readCatalogs } from "@skucast/db/directory/read-directory";
import type { CatalogContext } from "../context.js";
import type { Page, PageRequest } from "../page.js";

/** The public fields of a published channel. */
export type PublicCatalog = Pick<DirectoryChannel, "id" | "name" | "profile" | "market" | "updated_at"> & {
  readonly seller: { readonly name?: string | undefined; readonly url?: string | undefined };
};

interface Call {
  readonly ctx: Pick<CatalogContext, "db">;
  readonly input: PageRequest;
}

/** A page of the public directory, oldest first. Anyone may read it. */
export async function listPublicCatalogs({ ctx, input: { after, limit } }: Call): Promise<Page<PublicCatalog>> {
  const channels = await readCatalogs(ctx.db, { after, limit: limit + 1 });
  const items = channels.slice(0, limit).map(catalogOf);
  return { items, next: channels.length > limit ? (items.at(-1)?.id ?? null) : null };
}

const catalogOf = ({ id, name, profile, market, defaults, updated_at }: DirectoryChannel): PublicCatalog => ({
  id,
  name,
  profile,
  market,
  updated_at: new Date(updated_at).toISOString(),
  seller: { name: defaults.seller_name, url: defaults.seller_url },
});
