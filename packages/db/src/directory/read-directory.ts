import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Channel } from "@skucast/contracts/channels/channel";
import { LIMITS } from "@skucast/contracts/limits";
import { textArray } from "../array-parameter.js";
import type { Database } from "../database.js";

/** A published channel: its public fields, and the settings that map its products. */
export interface DirectoryChannel
  extends Pick<Channel, "id" | "name" | "profile" | "market" | "defaults" | "rules" | "updated_at"> {
  /** The definition of a profile of the workspace; null for a built-in one. */
  readonly definition: ProfileDefinition | null;
  /** Domains that its workspace has proven. */
  readonly domains: readonly string[];
}

/** A product that a published channel selects: its public fields as JSON. */
export interface DirectoryProduct {
  readonly catalogId: string;
  readonly sku: string;
  readonly doc: string;
}

/** Start of a page: after this product of this channel. */
export interface DirectoryPosition {
  readonly catalogId: string;
  readonly sku: string;
}

/** Published channels, with the given ids or in the order of their ids. */
export async function readCatalogs(
  db: Database,
  { ids, after = "", limit }: { ids?: readonly string[]; after?: string; limit: number },
): Promise<DirectoryChannel[]> {
  const { rows } = await db.visitor.query<{ channel: DirectoryChannel }>({
    name: "directory_catalogs",
    text: "SELECT channel FROM directory_catalogs($1, $2, $3)",
    values: [ids === undefined ? null : textArray(ids), after, limit],
  });
  return rows.map(({ channel }) => channel);
}

/** The products with these channels and SKUs. Those that are not public are left out. */
export async function readDirectoryProducts(
  db: Database,
  places: readonly DirectoryPosition[],
): Promise<DirectoryProduct[]> {
  const { rows } = await db.visitor.query<Row>({
    name: "directory_products",
    text: "SELECT * FROM directory_products($1, $2)",
    values: [textArray(places.map(({ catalogId }) => catalogId)), textArray(places.map(({ sku }) => sku))],
  });
  return rows.map(productOf);
}

/** A product of a published channel, and the id in its row, which is not its SKU. */
export interface DirectoryRowId extends DirectoryPosition {
  readonly rowId: string;
}

/** Of these products, those whose id another product of the channel has, by its listings. */
export async function readHeldIds(db: Database, ids: readonly DirectoryRowId[]): Promise<DirectoryPosition[]> {
  if (ids.length === 0) return [];
  const column = (name: keyof DirectoryRowId) => textArray(ids.map((id) => id[name]));
  const { rows } = await db.visitor.query<Omit<Row, "doc">>({
    name: "directory_held_ids",
    text: "SELECT * FROM directory_held_ids($1, $2, $3)",
    values: [column("catalogId"), column("sku"), column("rowId")],
  });
  return rows.map(({ catalog_id, sku }) => ({ catalogId: catalog_id, sku }));
}

interface PageQuery {
  readonly catalogId?: string | undefined;
  /** Lower-cased words. The product as the channel shows it must contain all of them. None for every product. */
  readonly words?: readonly string[] | undefined;
  /** Whether similar words are enough. */
  readonly isNear?: boolean | undefined;
  readonly availability?: string | undefined;
  readonly after: DirectoryPosition;
  readonly limit: number;
}

/** A page of products in the order of channel and SKU. A page may be short or empty although there is a next one. */
export async function listDirectoryProducts(
  db: Database,
  query: PageQuery,
): Promise<{ products: DirectoryProduct[]; next: DirectoryPosition | null }> {
  const { rows } = await db.visitor.query<Row>(statementOf(query));
  const products = rows.filter(({ doc }) => doc !== null).map(productOf);
  const last = rows.at(-1);
  const isOver = last === undefined || (products.length < query.limit && last.doc !== null);
  return { products, next: isOver ? null : { catalogId: last.catalog_id, sku: last.sku } };
}

function statementOf({ catalogId, words = [], isNear = false, availability, after, limit }: PageQuery) {
  const place = [catalogId ?? null, after.catalogId, after.sku] as const;
  if (words.length === 0 && availability === undefined) {
    return {
      name: "directory_page",
      text: "SELECT * FROM directory_page($1, $2, $3, $4, $5)",
      values: [...place, limit, LIMITS.pageScanRowsMax],
    };
  }
  return {
    name: "directory_search",
    text: "SELECT * FROM directory_search($4, $5, $1, $2, $3, $6, $7)",
    values: [...place, textArray(words), isNear, availability ?? null, limit],
  };
}

/** Products that contain most of two or more words as the channel shows them, the best first. */
export async function rankDirectoryProducts(
  db: Database,
  {
    words,
    catalogId,
    availability,
    limit,
  }: Omit<PageQuery, "after" | "isNear"> & { readonly words: readonly string[] },
): Promise<DirectoryProduct[]> {
  const { rows } = await db.visitor.query<Row>({
    name: "directory_ranked",
    text: "SELECT * FROM directory_ranked($1, $2, $3, $4)",
    values: [textArray(words), catalogId ?? null, availability ?? null, limit],
  });
  return rows.map(productOf);
}

interface Row {
  readonly catalog_id: string;
  readonly sku: string;
  readonly doc: string | null;
}

const productOf = ({ catalog_id, sku, doc }: Row): DirectoryProduct => ({
  catalogId: catalog_id,
  sku,
  doc: doc ?? "{}",
});
