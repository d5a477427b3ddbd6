import type { RunCounts, RunIssue } from "@skucast/contracts/runs/run";
import { channelConditions } from "@skucast/db/products/channel-conditions";
import { exportProducts } from "@skucast/db/products/export-products";
import { compileChannel } from "@skucast/profiles/channel/compile-channel";
import { createDirectRows, hasDirectRows } from "@skucast/profiles/direct/direct-rows";
import { FORMATS } from "@skucast/profiles/formats/formats";
import type { ExporterContext } from "../context.js";
import { runFolder } from "../files/run-folder.js";
import { writeFile } from "../files/write-file.js";
import type { RunWork } from "./load-work.js";
import type { ClaimedRun, LocalFile } from "./run-work.js";
import { type Tally, writeRows } from "./write-rows.js";

export interface GeneratedFile {
  readonly file: LocalFile;
  readonly counts: RunCounts;
  readonly issues: readonly RunIssue[];
}

/** A file of millions of rows to a slow disk takes minutes; hours mean that something is wrong. */
const TIMEOUT_MS = 2 * 3_600_000;

/** Makes the run's file of the products as of one moment: one pass, constant memory, and every product counted. */
export function generateFile(
  ctx: ExporterContext,
  { run, work, signal }: { run: ClaimedRun; work: RunWork; signal: AbortSignal },
): Promise<GeneratedFile> {
  const { channel, feed } = work;
  const compiled = compileChannel(channel, ctx.clock.now());
  const writer = FORMATS[feed.format].writer(compiled.columns);
  const direct = hasDirectRows(feed.format) ? createDirectRows(channel, compiled.profile, feed.format) : undefined;
  const conditions = channelConditions(channel.selection);
  const query = { workspaceId: run.workspaceId, conditions, timeoutMs: TIMEOUT_MS };
  return exportProducts(ctx.db, query, async (products) => {
    const tally: Tally = { written: 0, invalid: 0, issues: [] };
    const { path, bytes, sha256 } = await writeFile({
      folder: runFolder(ctx.settings.filesDir, run),
      name: feed.file_name,
      compression: feed.compression,
      content: writeRows(products.lines, { channel: compiled, writer, direct, tally }),
      signal,
    });
    const seen = tally.written + tally.invalid;
    const selected = products.candidateCount ?? seen;
    return {
      file: { path, name: feed.file_name, bytes, rows: tally.written, sha256 },
      counts: { selected, written: tally.written, excluded: selected - seen, invalid: tally.invalid },
      issues: tally.issues,
    };
  });
}
