import type { Coverage } from "@skucast/contracts/feeds/feed";
import { shardNames } from "@skucast/contracts/feeds/shard-names";
import { isWrapped, mediaTypeOf } from "@skucast/contracts/runs/media-type";
import type { RunCounts, RunFile } from "@skucast/contracts/runs/run";
import { channelConditions } from "@skucast/db/products/channel-conditions";
import { exportProducts } from "@skucast/db/products/export-products";
import type { Cell } from "@skucast/profiles/channel/cell";
import { compileChannel } from "@skucast/profiles/channel/compile-channel";
import { deltaColumnsOf } from "@skucast/profiles/channel/tombstones";
import { withVariantComparison } from "@skucast/profiles/channel/watch-variants";
import { chosenColumns, writerOfChosen } from "@skucast/profiles/formats/chosen-columns";
import { formatOf } from "@skucast/profiles/formats/format-of";
import type { ExporterContext } from "../context.js";
import { runFolder, runKey } from "../files/run-keys.js";
import type { FileWrite } from "../files/write-file.js";
import { type PutBlock, writeFiles } from "../files/write-files.js";
import { indexOfRun } from "../rows/indexed-rows.js";
import { createRowIndex, ROW_INDEX_NAME } from "../rows/row-index.js";
import { createShardFile } from "../rows/shard-file.js";
import type { ClaimedRun } from "./claimed-run.js";
import type { IssueTally } from "./issue-tally.js";
import type { RunStats, RunWork } from "./load-work.js";
import { planDelta } from "./plan-delta.js";
import { recipeOf } from "./recipe-of.js";
import { createTally } from "./tally.js";
import { endFiles, writeRows } from "./write-rows.js";
import { writeTombstones } from "./write-tombstones.js";

export interface GeneratedFiles {
  readonly coverage: Coverage;
  readonly files: readonly RunFile[];
  readonly counts: Omit<RunCounts, "added" | "changed" | "removed">;
  readonly stats: RunStats;
  readonly issues: IssueTally;
}

/** Writing millions of rows to a slow disk takes minutes; hours mean that something is wrong. */
const TIMEOUT_MS = 2 * 3_600_000;

/** Generates the run's files from one snapshot of the products, in one pass and in constant memory. Counts every product. */
export async function generateFiles(
  ctx: ExporterContext,
  { run, work, signal }: { run: ClaimedRun; work: RunWork; signal: AbortSignal },
): Promise<GeneratedFiles> {
  const { channel, feed } = work;
  const compiled = withVariantComparison(compileChannel({ ...channel, format: feed.format }, ctx.clock.now()));
  const { profile } = compiled;
  const recipe = recipeOf(work, profile);
  const plan = await planDelta(ctx, { run, work, profile, recipe });
  const columns = feed.coverage === "delta" ? deltaColumnsOf(profile) : profile.columns;
  const chosen = chosenColumns(columns, feed.columns, profile.tombstone?.column);
  const query = {
    workspaceId: run.workspaceId,
    conditions: channelConditions(channel.selection),
    timeoutMs: TIMEOUT_MS,
  };
  const names = shardNames({ file_name: work.fileName, shards: feed.shards });
  const { files } = ctx;
  const index = { files, key: runKey(run, ROW_INDEX_NAME), compression: "none", entryName: "", signal } as const;
  const compression: FileWrite["compression"] = isWrapped(feed.compression) ? feed.compression : "none"; // Parquet compresses its own content
  const writes = names.map((name) => ({
    files,
    key: runKey(run, name),
    compression,
    entryName: entryNameOf(name, formatOf(profile, feed.format).extension),
    signal,
  }));
  const options = { website: channel.defaults.seller_url, compression: feed.compression };

  await files.removeIncompleteFiles(runFolder(run));
  return exportProducts(ctx.db, query, async (products) => {
    const tally = createTally();
    const rows: number[] = [];
    const format = formatOf(profile, feed.format);
    const { collectsRows, issuesOf } = format;
    const formatIssuesOf = issuesOf && ((cells: readonly Cell[]) => issuesOf(cells, profile.columns));
    const written = await writeFiles(writes, async (puts) => {
      const writer = () => writerOfChosen((written) => format.writer(written, options), columns, chosen);
      const shards = puts.map((put) => createShardFile(writer(), put, puts.length));
      await writeFiles([index], ([putIndex]) =>
        writeRows(products.blocks, {
          channel: compiled,
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
    const { written: rowCount, invalid, excluded, warnings, outOfStock, issues } = tally;
    const seen = rowCount + invalid + excluded;
    const selected = products.candidateCount ?? seen;
    return {
      coverage: plan.coverage,
      files: written.map(({ bytes, sha256 }, i) => ({
        name: names[i] ?? "",
        bytes,
        rows: rows[i] ?? 0,
        sha256,
        media_type: isWrapped(feed.compression) ? mediaTypeOf(feed) : format.contentType,
      })),
      counts: { selected, written: rowCount, excluded: selected - seen + excluded, invalid, warnings },
      stats: {
        columns: chosenColumns(profile.columns, feed.columns, undefined).map(({ name }) => name),
        out_of_stock: outOfStock,
        recipe,
      },
      issues,
    };
  });
}

/** The name of the file in a ZIP archive: the archive's without `.zip`, with an extension. */
function entryNameOf(name: string, extension: string): string {
  const stem = name.replace(/\.zip$/i, "");
  return stem.includes(".") ? stem : `${stem}.${extension}`;
}
