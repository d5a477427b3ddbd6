import { int8Array, textArray } from "../array-parameter.js";
import type { TransactionClient } from "../database.js";

/** A product that a channel selects: its public fields as JSON. Null if the stored document is not valid JSON. */
export interface PublicSource {
  readonly catalogId: string;
  readonly sku: string;
  readonly version: number;
  readonly doc: string | null;
}

const READ = {
  name: "listings.public-sources",
  text: `
    SELECT p.sku, p.version, CASE WHEN is_json(p.doc) THEN directory_doc(p.doc, $2) END AS doc
    FROM products p WHERE p.workspace_id = $1 AND p.sku = ANY ($3::text[]) AND NOT EXISTS (
      SELECT FROM listings l
      WHERE l.workspace_id = $1 AND l.channel_id = $2 AND l.sku = p.sku AND l.id_holder IS NOT NULL
    )`,
};

/** The public fields of some products of a channel, without products whose id another product has by its listings. */
export async function readPublicSources(
  client: TransactionClient,
  workspaceId: string,
  { channelId, skus }: { readonly channelId: string; readonly skus: readonly string[] },
): Promise<PublicSource[]> {
  const values = [workspaceId, channelId, skus];
  const { rows } = await client.query<{ sku: string; version: string; doc: string | null }>({ ...READ, values });
  return rows.map(({ sku, version, doc }) => ({ catalogId: channelId, sku, version: Number(version), doc }));
}

/** The words of a published product, as its channel shows it. */
export interface PublicWords {
  readonly sku: string;
  readonly productVersion: number;
  readonly words: string;
  readonly availability: string | null;
}

/** Products whose words are written: either by SKU, or after one SKU and up to another (null for the end). */
export type PublicScope =
  | { readonly skus: readonly string[] }
  | { readonly after: string; readonly last: string | null };

interface Publication {
  readonly channelId: string;
  /** Revision of the channel that the words were computed with. */
  readonly revision: number;
  readonly scope: PublicScope;
  readonly words: readonly PublicWords[];
}

const WRITE = {
  name: "listings.write-public-words",
  text: `
    WITH written AS (
      INSERT INTO public_search AS s (workspace_id, channel_id, sku, product_version, words, availability)
      SELECT $1, $2, g.sku, g.version, g.words, g.availability
      FROM unnest($4::text[], $5::bigint[], $6::text[], $7::text[]) AS g (sku, version, words, availability)
      JOIN listing_walks w ON w.workspace_id = $1 AND w.channel_id = $2 AND w.revision = $3
      JOIN products p ON p.workspace_id = $1 AND p.sku = g.sku AND p.version = g.version AND p.deleted_at IS NULL
      ORDER BY g.sku
      ON CONFLICT (workspace_id, channel_id, sku) DO UPDATE SET product_version = excluded.product_version,
        words = excluded.words, availability = excluded.availability
      WHERE s.product_version <= excluded.product_version
        AND (s.words, s.availability) IS DISTINCT FROM (excluded.words, excluded.availability)
      RETURNING s.words
    )
    INSERT INTO public_vocabulary (workspace_id, channel_id, word)
    SELECT DISTINCT $1, $2, v.word FROM written, search_vocabulary_of(written.words) AS v (word) ORDER BY 3
    ON CONFLICT DO NOTHING`,
};

const DELETE_NAMED = {
  name: "listings.delete-public-words",
  text: `
    DELETE FROM public_search WHERE workspace_id = $1 AND channel_id = $2 AND sku <> ALL ($3::text[]) AND sku = ANY ($4::text[])`,
};
const DELETE_RANGE = {
  name: "listings.delete-public-range",
  text: `
    DELETE FROM public_search WHERE workspace_id = $1 AND channel_id = $2 AND sku <> ALL ($3::text[]) AND sku > $4
      AND ($5::text IS NULL OR sku <= $5)`,
};

/**
 * Writes the words of published products, and deletes those of the scope that are not among them. Like listings, words
 * of a product or channel that has changed since are left out.
 */
export async function writePublicWords(
  client: TransactionClient,
  workspaceId: string,
  { channelId, revision, scope, words }: Publication,
): Promise<void> {
  const column = <K extends keyof PublicWords>(name: K): PublicWords[K][] => words.map((entry) => entry[name]);
  const skus = textArray(column("sku"));
  const place = [workspaceId, channelId] as const;
  if ("skus" in scope) await client.query({ ...DELETE_NAMED, values: [...place, skus, textArray(scope.skus)] });
  else await client.query({ ...DELETE_RANGE, values: [...place, skus, scope.after, scope.last] });
  if (words.length === 0) return;
  const versions = int8Array(column("productVersion"));
  const shown = [textArray(column("words")), textArray(column("availability"))];
  await client.query({ ...WRITE, values: [...place, revision, skus, versions, ...shown] });
}

const FORGET = {
  name: "listings.forget-public-words",
  text: `
    WITH vocabulary AS (DELETE FROM public_vocabulary WHERE workspace_id = $1 AND channel_id = $2)
    DELETE FROM public_search WHERE workspace_id = $1 AND channel_id = $2`,
};

/** Deletes all words of a channel that no longer publishes anything. */
export async function deletePublicWords(
  client: TransactionClient,
  workspaceId: string,
  channelId: string,
): Promise<void> {
  await client.query({ ...FORGET, values: [workspaceId, channelId] });
}
