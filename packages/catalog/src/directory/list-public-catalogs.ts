import { type DirectoryChannel, readCatalogs } from "@skucast/db/directory/read-directory";
import type { CatalogContext } from "../context.js";
import type { Page, PageRequest } from "../page.js";
import { isWithin } from "./linked-domains.js";

/** The public fields of a published channel. */
export type PublicCatalog = Pick<DirectoryChannel, "id" | "name" | "profile" | "market" | "updated_at"> & {
  readonly seller: { readonly name?: string | undefined; readonly url?: string | undefined };
};

interface Call {
  readonly ctx: Pick<CatalogContext, "db" | "directoryProof">;
  readonly input: PageRequest;
}

/** A page of the public directory, oldest first. Anyone may read it. */
export async function listPublicCatalogs({ ctx, input: { after, limit } }: Call): Promise<Page<PublicCatalog>> {
  const channels = await readCatalogs(ctx.db, { after, limit: limit + 1 });
  const page = channels.slice(0, limit);
  const isRequired = ctx.directoryProof === "required";
  // A page may be shorter than its limit: channels without a proven domain are not shown.
  const items = page
    .filter(({ domains }) => !isRequired || domains.length > 0)
    .map((channel) => catalogOf(channel, isRequired));
  return { items, next: channels.length > limit ? (page.at(-1)?.id ?? null) : null };
}

function catalogOf(channel: DirectoryChannel, isProofRequired: boolean): PublicCatalog {
  const { id, name, profile, market, defaults, domains, updated_at } = channel;
  const url = defaults.seller_url;
  const isShown = url !== undefined && (!isProofRequired || isWithin(domains, url));
  return {
    id,
    name,
    profile,
    market,
    updated_at: new Date(updated_at).toISOString(),
    seller: { name: defaults.seller_name, url: isShown ? url : undefined },
  };
}
