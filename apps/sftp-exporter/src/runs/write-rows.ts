import type { ProductBlock } from "@skucast/db/products/product-block";
import type { RowIndex } from "../rows/row-index.js";
import type { ShardFile } from "../rows/shard-file.js";
import { shardOf } from "../rows/shard-of.js";
import { createWriteRow, type WriteRowOptions } from "./write-row.js";

interface WriteRowsOptions extends WriteRowOptions {
  /** The SKU of a row decides its shard. */
  readonly shards: readonly ShardFile[];
  readonly index: RowIndex;
  /** Writes a block of the index. */
  readonly putIndex: (block: Buffer) => Promise<void>;
}

/**
 * Writes the headers of a run's files, then a row for each product that is valid for the channel and not known. Counts
 * every product in the tally and adds every valid one to the index.
 */
export async function writeRows(blocks: AsyncIterable<ProductBlock>, writing: WriteRowsOptions): Promise<void> {
  const { shards, index, putIndex } = writing;
  const writeRow = createWriteRow(writing);
  for (const shard of shards) shard.append(shard.writer.header());
  for await (const block of blocks) {
    while (block.next()) {
      const { bytes, skuStart, skuEnd } = block;
      const shard = shards[shards.length === 1 ? 0 : shardOf(bytes, skuStart, skuEnd, shards.length)] as ShardFile;
      const made = writeRow(shard, bytes, block.docStart, block.docEnd);
      if (made === undefined) continue;
      const id = made.id === undefined ? undefined : Buffer.from(made.id);
      const isFull = id ? index.add(id, 0, id.length, made.price) : index.add(bytes, skuStart, skuEnd, made.price);
      if (isFull) await putIndex(index.take());
      if (shard.isFull()) await shard.flush();
    }
  }
  await putIndex(index.take());
}

/** Writes the footers. */
export async function endFiles(shards: readonly ShardFile[]): Promise<void> {
  for (const shard of shards) {
    shard.append(shard.writer.footer());
    await shard.flush();
  }
}
