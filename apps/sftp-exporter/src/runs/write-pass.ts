import { shardNames } from "@skucast/contracts/feeds/shard-names";
import { isWrapped, mediaTypeOf } from "@skucast/contracts/runs/media-type";
import type { RunFile } from "@skucast/contracts/runs/run";
import type { ProductBlock } from "@skucast/db/products/product-block";
import type { Cell } from "@skucast/profiles/channel/cell";
import type { CompiledChannel } from "@skucast/profiles/channel/compile-channel";
import { deltaColumnsOf } from "@skucast/profiles/channel/tombstones";
import { withVariantComparison } from "@skucast/profiles/channel/watch-variants";
import { chosenColumns, writerOfChosen } from "@skucast/profiles/formats/chosen-columns";
import { formatOf } from "@skucast/profiles/formats/format-of";
import type { ExporterContext } from "../context.js";
import { runKey } from "../files/run-keys.js";
import type { FileWrite } from "../files/write-file.js";
import { type PutBlock, writeFiles } from "../files/write-files.js";
import { indexOfRun } from "../rows/indexed-rows.js";
import { createRowIndex, ROW_INDEX_NAME } from "../rows/row-index.js";
import { createShardFile } from "../rows/shard-file.js";
import type { ClaimedRun } from "./claimed-run.js";
import type { RunWork } from "./load-work.js";
import type { DeltaPlan } from "./plan-delta.js";
import { createTally, type Tally } from "./tally.js";
import { endFiles, writeRows } from "./write-rows.js";
import { writeTombstones } from "./write-tombstones.js";

export interface Pass {
  readonly ctx: ExporterContext;
  readonly run: ClaimedRun;
  readonly work: RunWork;
  readonly channel: CompiledChannel;
  readonly plan: DeltaPlan;
  readonly signal: AbortSignal;
}

export interface PassResult {
  readonly tally: Tally;
  readonly files: readonly RunFile[];
}

/** Writes the run's files and its row index from all its products. Replaces those of an earlier pass. */
export async function writePass(
  { ctx: { files }, run, work, channel, plan, signal }: Pass,
  blocks: AsyncIterable<ProductBlock>,
): Promise<PassResult> {
  const { feed } = work;
  const { profile } = channel;
  const columns = feed.coverage === "delta" ? deltaColumnsOf(profile) : profile.columns;
  const chosen = chosenColumns(columns, feed.columns, profile.tombstone?.column);
  const names = shardNames({ file_name: work.fileName, shards: feed.shards });
  const index = { files, key: runKey(run, ROW_INDEX_NAME), compression: "none", entryName: "", signal } as const;
  const compression: FileWrite["compression"] = isWrapped(feed.compression) ? feed.compression : "none"; // Parquet compresses its own content
  const format = formatOf(profile, feed.format);
  const writes = names.map((name) => ({
    files,
    key: runKey(run, name),
    compression,
    entryName: entryNameOf(name, format.extension),
    signal,
  }));
  const options = { website: work.channel.defaults.seller_url, compression: feed.compression };
  const tally = createTally();
  const rows: number[] = [];
  const { collectsRows, issuesOf } = format;
  const formatIssuesOf = issuesOf && ((cells: readonly Cell[]) => issuesOf(cells, profile.columns));
  const written = await writeFiles(writes, async (puts) => {
    const writer = () => writerOfChosen((written) => format.writer(written, options), columns, chosen);
    const shards = puts.map((put) => createShardFile(writer(), put, puts.length));
    await writeFiles([index], ([putIndex]) =>
      writeRows(blocks, {
        channel: withVariantComparison(channel),
        tally,
        formatIssuesOf,
        collectsRows,
        known: plan.known,
        shards,
        index: createRowIndex(),
        putIndex: putIndex as PutBlock,
      }),
    );
    const now = indexOfRun(files, run, tally.written);
    await writeTombstones({ profile, shards, previous: plan.previous, now, signal });
    await endFiles(shards);
    rows.push(...shards.map((shard) => shard.rows));
  });
  return {
    tally,
    files: written.map(({ bytes, sha256 }, i) => ({
      name: names[i] ?? "",
      bytes,
      rows: rows[i] ?? 0,
      sha256,
      media_type: isWrapped(feed.compression) ? mediaTypeOf(feed) : format.contentType,
    })),
  };
}

/** The name of the file in a ZIP archive: the archive's without `.zip`, with an extension. */
function entryNameOf(name: string, extension: string): string {
  const stem = name.replace(/\.zip$/i, "");
  return stem.includes(".") ? stem : `${stem}.${extension}`;
}
