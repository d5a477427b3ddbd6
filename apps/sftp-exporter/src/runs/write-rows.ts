import { FIELD_SEPARATOR } from "@skucast/db/products/export-products";
import type { RowIndex } from "../rows/row-index.js";
import type { ShardFile } from "../rows/shard-file.js";
import { shardOf } from "../rows/shard-of.js";
import { createRowStep, type RowMaking } from "./write-row.js";

interface RowWriting extends RowMaking {
  /** A row goes to the one that its SKU belongs to. */
  readonly shards: readonly ShardFile[];
  readonly index: RowIndex;
  /** Takes the blocks of the index. */
  readonly putIndex: (block: Buffer) => Promise<void>;
}

const LINE_FEED = 10;

/**
 * The content of a run's files: headers, then a row for each product that is valid for the channel, then footers.
 * `lines` are the products' SKUs and JSON, whole lines at a time. Every product ends up in the tally, every row in the index.
 */
export async function writeRows(lines: AsyncIterable<Buffer>, writing: RowWriting): Promise<void> {
  const { shards, index, putIndex } = writing;
  const writeRow = createRowStep(writing);
  for (const shard of shards) shard.append(shard.writer.header());
  for await (const chunk of lines) {
    for (let start = 0, end = 0; start < chunk.length; start = end + 1) {
      end = chunk.indexOf(LINE_FEED, start);
      if (end === -1) end = chunk.length;
      const skuEnd = chunk.indexOf(FIELD_SEPARATOR, start);
      const shard = shards[shards.length === 1 ? 0 : shardOf(chunk, start, skuEnd, shards.length)] as ShardFile;
      const price = writeRow(shard, chunk, skuEnd + 1, end);
      if (price === undefined) continue;
      if (index.add(chunk, start, skuEnd, price)) await putIndex(index.take());
      if (shard.isFull()) await shard.flush();
    }
  }
  await putIndex(index.take());
  for (const shard of shards) {
    shard.append(shard.writer.footer());
    await shard.flush();
  }
}
