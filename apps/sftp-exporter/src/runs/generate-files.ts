import type { RunCounts } from "@skucast/contracts/runs/run";
import { channelConditions } from "@skucast/db/products/channel-conditions";
import { exportProducts } from "@skucast/db/products/export-products";
import { compileChannel } from "@skucast/profiles/channel/compile-channel";
import { createDirectRows, hasDirectRows } from "@skucast/profiles/direct/direct-rows";
import { FORMATS } from "@skucast/profiles/formats/formats";
import type { ExporterContext } from "../context.js";
import { runFolder } from "../files/run-folder.js";
import { removeHalfWritten } from "../files/write-file.js";
import { type PutBlock, writeFiles } from "../files/write-files.js";
import { createRowIndex, ROW_INDEX_NAME } from "../rows/row-index.js";
import { createShardFile } from "../rows/shard-file.js";
import { shardNames } from "../rows/shard-names.js";
import type { IssueTally } from "./issue-tally.js";
import type { RunStats, RunWork } from "./load-work.js";
import type { ClaimedRun, LocalFile } from "./run-work.js";
import { emptyTally } from "./tally.js";
import { writeRows } from "./write-rows.js";

export interface GeneratedFiles {
  readonly files: readonly LocalFile[];
  readonly counts: Omit<RunCounts, "added" | "changed" | "removed">;
  readonly stats: RunStats;
  readonly issues: IssueTally;
}

/** A file of millions of rows to a slow disk takes minutes; hours mean that something is wrong. */
const TIMEOUT_MS = 2 * 3_600_000;

/** Makes the run's files of the products as of one moment: one pass, constant memory, and every product counted. */
export async function generateFiles(
  ctx: ExporterContext,
  { run, work, signal }: { run: ClaimedRun; work: RunWork; signal: AbortSignal },
): Promise<GeneratedFiles> {
  const { channel, feed } = work;
  const compiled = compileChannel(channel, ctx.clock.now());
  const direct = hasDirectRows(feed.format) ? createDirectRows(channel, compiled.profile, feed.format) : undefined;
  const query = {
    workspaceId: run.workspaceId,
    conditions: channelConditions(channel.selection),
    timeoutMs: TIMEOUT_MS,
  };
  const names = shardNames(feed);
  const folder = runFolder(ctx.settings.filesDir, run);
  const index = { folder, name: ROW_INDEX_NAME, compression: "none", signal } as const;
  const writes = names.map((name) => ({ folder, name, compression: feed.compression, signal }));

  await removeHalfWritten(folder);
  return exportProducts(ctx.db, query, async (products) => {
    const tally = emptyTally();
    const rows: number[] = [];
    const [, ...written] = await writeFiles([index, ...writes], async ([putIndex, ...puts]) => {
      const shards = puts.map((put) =>
        createShardFile(FORMATS[feed.format].writer(compiled.columns), put, puts.length),
      );
      const making = { channel: compiled, direct, tally, shards, index: createRowIndex() };
      await writeRows(products.lines, { ...making, putIndex: putIndex as PutBlock });
      rows.push(...shards.map((shard) => shard.rows));
    });
    const { invalid, warnings, outOfStock, issues } = tally;
    const seen = tally.written + invalid;
    const selected = products.candidateCount ?? seen;
    return {
      files: written.map(({ path, bytes, sha256 }, i) => ({
        ...{ path, name: names[i] ?? "", bytes, rows: rows[i] ?? 0, sha256 },
      })),
      counts: { selected, written: tally.written, excluded: selected - seen, invalid, warnings },
      stats: { columns: compiled.columns.map(({ name }) => name), out_of_stock: outOfStock },
      issues,
    };
  });
}
