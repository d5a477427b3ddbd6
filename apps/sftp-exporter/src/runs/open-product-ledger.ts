import type { BucketRange, LedgerEntry, ProductLedger, SentVariant } from "@skucast/partners/product-ledger";
import type { ExporterContext } from "../context.js";

/** Hosts may drop products that were not sent again for two weeks. */
const RESEND_DAYS = 7;

const READ = `
  SELECT product_id, bucket, hash, variants, run_id, accepted_at < $6 AS is_due
  FROM sent_products
  WHERE workspace_id = $1 AND destination_id = $2 AND host_feed = $3 AND bucket >= $4 AND bucket < $5`;

const SAVE = `
  INSERT INTO sent_products (workspace_id, destination_id, host_feed, run_id, accepted_at, bucket, product_id, hash, variants)
  SELECT $1, $2, $3, $4, $5, bucket, product_id, hash, variants
  FROM unnest($6::int[], $7::text[], $8::text[], $9::jsonb[]) AS given (bucket, product_id, hash, variants)
  ON CONFLICT (workspace_id, destination_id, bucket, product_id) DO UPDATE
    SET host_feed = excluded.host_feed, run_id = excluded.run_id, accepted_at = excluded.accepted_at, hash = excluded.hash,
      variants = excluded.variants`;

const PURGE = `
  DELETE FROM sent_products
  WHERE workspace_id = $1 AND destination_id = $2 AND bucket >= $4 AND bucket < $5
    AND (host_feed <> $3 OR (hash IS NULL AND run_id <> $6))`;

interface Row {
  readonly product_id: string;
  readonly bucket: number;
  readonly hash: string | null;
  readonly variants: readonly SentVariant[];
  readonly run_id: string;
  readonly is_due: boolean;
}

/** What a destination's host has accepted, in the database. */
export function openProductLedger(
  { db, clock }: ExporterContext,
  { workspaceId, destinationId }: { readonly workspaceId: string; readonly destinationId: string },
): ProductLedger {
  const here = [workspaceId, destinationId];
  return {
    async read(hostFeed: string, { from, to }: BucketRange) {
      const dueBefore = new Date(clock.now().getTime() - RESEND_DAYS * 86_400_000);
      const { rows } = await db.system.query<Row>(READ, [...here, hostFeed, from, to, dueBefore]);
      return rows.map((row): LedgerEntry => {
        const { product_id, bucket, hash, variants, run_id, is_due } = row;
        return { productId: product_id, bucket, hash, variants, runId: run_id, isDue: is_due };
      });
    },
    async save(hostFeed, runId, entries) {
      await db.system.query(SAVE, [
        ...here,
        hostFeed,
        runId,
        clock.now(),
        entries.map(({ bucket }) => bucket),
        entries.map(({ productId }) => productId),
        entries.map(({ hash }) => hash),
        entries.map(({ variants }) => JSON.stringify(variants)),
      ]);
    },
    async purge(hostFeed, { from, to }, runId) {
      await db.system.query(PURGE, [...here, hostFeed, from, to, runId]);
    },
  };
}
