import { createHash } from "node:crypto";
import { type DeliveredProducts, REJECTIONS_SHOWN_MAX } from "@skucast/contracts/runs/run";
import { SftpFailure } from "@skucast/sftp/sftp-failure";
import type { UploadOutcome } from "@skucast/sftp/upload-files";
import type { ConnectionOptions, Partner, PartnerPush } from "../partner.js";
import { BUCKETS, type BucketRange, bucketOf, type LedgerEntry } from "../product-ledger.js";
import type { AcpProduct, AcpVariant } from "./acp-product.js";
import { collectRows, isMixed, type ProductRows, VARIANTS_MAX } from "./collect-rows.js";
import { createFeedClient, type FeedClient } from "./create-feed-client.js";
import { productOfRows } from "./product-of-rows.js";
import { sendPortions, type Upsert } from "./send-portions.js";

/** Rows in memory at a time. */
const PASS_ROWS = 20_000;

/**
 * Brings the host's feed in line with the files: sends products that the host has not accepted yet, and marks products and
 * variants that are no longer in the files as discontinued, because the API has no removal. What the host accepted is in
 * the ledger, so the next attempt continues where this one stopped. Throws SftpFailure.
 */
export async function pushProducts(
  partner: Partner,
  options: ConnectionOptions,
  push: PartnerPush,
): Promise<UploadOutcome> {
  const client = createFeedClient(partner, options);
  try {
    await push.onOpen();
    const record = createRecord(push);
    for (const range of passesOf(push)) await pushRange({ client, push, record, signal: options.signal }, range);
    return outcomeOf(record.products(), record.mixed);
  } catch (error) {
    options.signal.throwIfAborted();
    throw error;
  } finally {
    client.close();
  }
}

function passesOf({ files }: PartnerPush): BucketRange[] {
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  const count = Math.min(BUCKETS, Math.max(1, Math.ceil(rows / PASS_ROWS)));
  const bound = (pass: number) => Math.floor((pass * BUCKETS) / count);
  return Array.from({ length: count }, (_, pass) => ({ from: bound(pass), to: bound(pass + 1) }));
}

interface Pushing {
  readonly client: FeedClient;
  readonly push: PartnerPush;
  readonly record: ReturnType<typeof createRecord>;
  readonly signal: AbortSignal;
}

async function pushRange({ client, push, record, signal }: Pushing, range: BucketRange): Promise<void> {
  const { ledger, runId } = push;
  const { hostFeed } = client;
  const products = await collectRows(push.files, range, signal);
  const known = new Map((await ledger.read(hostFeed, range)).map((entry) => [entry.productId, entry]));

  function* wanted(): Generator<Upsert> {
    for (const id of [...products.keys()].sort()) {
      if (isMixed(products.get(id) as ProductRows)) record.mixed.push(id);
      const made = upsertOf(id, products.get(id) as ProductRows);
      if (typeof made === "string") record.reject(id, made);
      else if (isSent(made, known.get(id), push))
        record.count(known.get(id)?.runId === runId ? "accepted" : "unchanged");
      else yield withGoneVariants(made, known.get(id));
    }
    for (const entry of known.values()) {
      if (products.has(entry.productId)) continue;
      if (entry.hash !== null) yield removalOf(entry);
      else if (entry.runId === runId) record.count("removed");
    }
  }

  await sendPortions(wanted(), {
    productsMax: client.productsMax,
    send: (body) => client.upsert(body, runId),
    async onAccepted(upserts) {
      await ledger.save(
        hostFeed,
        runId,
        upserts.map(({ product, hash, variants }) => ({
          productId: product.id,
          bucket: bucketOf(product.id),
          hash,
          variants,
        })),
      );
      for (const { hash } of upserts) record.count(hash === null ? "removed" : "accepted");
    },
    onRejected: ({ product }, message) => record.reject(product.id, message),
  });
  await ledger.purge(hostFeed, range, runId);
  record.progress(range);
}

/** The product as it is sent; a sentence if it cannot be sent. */
function upsertOf(id: string, { lines, count }: ProductRows): Upsert | string {
  if (count > VARIANTS_MAX) return `has ${count} variants, more than ${VARIANTS_MAX}; check its item_group_id`;
  const product = productOfRows(id, lines);
  const hash = createHash("sha256").update(JSON.stringify(product)).digest("hex");
  return { product, hash, variants: product.variants.map((variant) => [variant.id, variant.title]) };
}

function isSent({ hash }: Upsert, entry: LedgerEntry | undefined, { runId, sendsAll }: PartnerPush): boolean {
  if (entry?.hash !== hash) return false;
  return entry.runId === runId || !(sendsAll || entry.isDue);
}

/** Adds the variants that the host has and the product no longer does, for hosts that merge variants. */
function withGoneVariants(upsert: Upsert, entry: LedgerEntry | undefined): Upsert {
  const present = new Set(upsert.variants.map(([id]) => id));
  const gone = (entry?.variants ?? []).filter(([id]) => !present.has(id)).map(discontinued);
  if (gone.length === 0) return upsert;
  const { product } = upsert;
  return { ...upsert, product: { ...product, variants: [...product.variants, ...gone] } };
}

const removalOf = ({ productId, variants }: LedgerEntry): Upsert => {
  const product: AcpProduct = { id: productId, variants: variants.map(discontinued) };
  return { product, hash: null, variants: [] };
};

const discontinued = ([id, title]: readonly [string, string]): AcpVariant => ({
  id,
  title,
  availability: { available: false, status: "discontinued" },
});

function createRecord({ files, onBytes, onProducts }: PartnerPush) {
  const counts = { accepted: 0, unchanged: 0, removed: 0, rejected: 0 };
  const rejections: { id: string; message: string }[] = [];
  const mixed: string[] = [];
  const bytesTotal = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let bytesReported = 0;
  const products = (): DeliveredProducts => ({ ...counts, rejections: [...rejections] });
  return {
    products,
    /** Products of which one variant has no group, and its SKU is the group of the others. */
    mixed,
    count(kind: keyof typeof counts) {
      counts[kind] += 1;
      onProducts(products());
    },
    reject(id: string, message: string) {
      if (rejections.length < REJECTIONS_SHOWN_MAX) rejections.push({ id, message });
      this.count("rejected");
      if (counts.rejected <= REJECTIONS_MAX) return;
      throw new SftpFailure("rejected", `more than ${REJECTIONS_MAX} products, first ${describe(rejections)}`);
    },
    /** The bytes of the files are counted as far as their products were sent. */
    progress({ to }: BucketRange) {
      const bytes = Math.floor((bytesTotal * to) / BUCKETS);
      onBytes(bytes - bytesReported);
      bytesReported = bytes;
    },
  };
}

const MIXED_SHOWN_MAX = 10;

const shownOf = (ids: readonly string[]): string =>
  ids.length > MIXED_SHOWN_MAX
    ? `${ids.slice(0, MIXED_SHOWN_MAX).join(", ")} and ${ids.length - MIXED_SHOWN_MAX} more`
    : ids.join(", ");

/** A host that rejects more has something against all of them. */
const REJECTIONS_MAX = 500;

const describe = (rejections: DeliveredProducts["rejections"]): string =>
  rejections
    .slice(0, 3)
    .map(({ id, message }) => `${id}: ${message}`)
    .join("; ");

function outcomeOf(
  { accepted, unchanged, rejected, rejections }: DeliveredProducts,
  mixed: readonly string[],
): UploadOutcome {
  if (rejected > 0 && accepted + unchanged === 0) {
    throw new SftpFailure("rejected", `all ${rejected} products, first ${describe(rejections)}`, { isAnswer: true });
  }
  const remarks = [
    rejected > 0 && `${rejected} products were rejected, first ${describe(rejections)}`,
    mixed.length > 0 && `sent as one product, because a SKU is the item_group_id of others: ${shownOf(mixed)}`,
  ].filter((remark) => remark !== false);
  return { remark: remarks.join("; ") || null, verification: "none", isOrdered: false };
}
