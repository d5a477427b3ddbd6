import { pipeline } from "node:stream";
import { constants, crc32, createDeflateRaw } from "node:zlib";
import { LIMITS } from "@skucast/contracts/limits";
import {
  type ClaimedExport,
  completeExport,
  type ExportedSoFar,
  saveExport,
} from "@skucast/db/product-exports/export-work";
import { readProductDocuments } from "@skucast/db/workspace-transfers/recorded-rows";
import { LeaseLost } from "@skucast/service-kit/lease";
import type { HeldLease } from "@skucast/service-kit/leased-work";
import type { ProductExportContext } from "./product-export-context.js";
import { segmentKey } from "./segment-key.js";

/** Products of one segment, which is also how much an interrupted export repeats. */
const SEGMENT_PRODUCTS_MAX = 10_000;
/** A page is in memory as a whole. */
const PAGE_PRODUCTS = 100;
const DAY_MS = 86_400_000;
const LEVEL = 6;

/**
 * Writes the products into the file store, one segment after the other, and notes each. Another process continues after
 * the last noted one. Memory use does not depend on the number of products. The segments are parts of one deflate stream,
 * because programs that expect a single gzip member read only the first of several.
 */
export async function performProductExport(
  ctx: ProductExportContext,
  work: ClaimedExport,
  lease: HeldLease,
  segmentProductsMax = SEGMENT_PRODUCTS_MAX,
): Promise<void> {
  const { db, clock } = ctx.catalog;
  let soFar: ExportedSoFar = work;
  for (let isLast = false; !isLast; ) {
    const written = await writeSegment(ctx, work, { soFar, segmentProductsMax, signal: lease.signal });
    ({ soFar, isLast } = written);
    lease.check();
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + LIMITS.productExportDays * DAY_MS);
    const isMine = await (isLast
      ? completeExport(db, work, soFar, { now, expiresAt })
      : saveExport(db, work, soFar, now));
    if (!isMine) throw new LeaseLost();
  }
}

interface Segment {
  /** What the segments before it have. */
  readonly soFar: ExportedSoFar;
  readonly segmentProductsMax: number;
  readonly signal: AbortSignal;
}

/** Writes the next products. The last segment may be empty. */
async function writeSegment(
  { catalog: { db }, files }: ProductExportContext,
  { workspaceId, id }: ClaimedExport,
  { soFar, segmentProductsMax, signal }: Segment,
): Promise<{ soFar: ExportedSoFar; isLast: boolean }> {
  let { lastSku, productCount, contentBytes, contentCrc } = soFar;
  let segmentBytes = 0;
  let isLast = false;

  async function* content(): AsyncGenerator<Buffer> {
    const limit = productCount + segmentProductsMax;
    while (!isLast && productCount < limit) {
      const page = await readProductDocuments(db, { workspaceId, after: [lastSku], limit: PAGE_PRODUCTS });
      isLast = page.next === null;
      lastSku = String(page.next?.[0] ?? lastSku);
      if (page.lines.length === 0) return;
      productCount += page.lines.length;
      const block = Buffer.from(`${page.lines.join("\n")}\n`);
      contentCrc = crc32(block, contentCrc);
      contentBytes += block.length;
      yield block;
    }
  }

  async function* compressed(): AsyncGenerator<Buffer> {
    // Ends at a byte boundary without ending the deflate stream, so that the next segment continues it.
    const deflate = createDeflateRaw({ level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH });
    // An error of either side ends the iteration below.
    pipeline(content, deflate, () => {});
    for await (const block of deflate as AsyncIterable<Buffer>) {
      segmentBytes += block.length;
      yield block;
    }
  }

  const segmentCount = soFar.segmentCount + 1;
  await files.write(segmentKey({ workspaceId, id }, segmentCount), compressed(), signal);
  const next = { lastSku, productCount, contentBytes, contentCrc, segmentCount };
  return { soFar: { ...next, segmentBytes: soFar.segmentBytes + segmentBytes }, isLast };
}
