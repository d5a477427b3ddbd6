import type { ExporterContext } from "../context.js";
import type { ClaimedRun } from "./claimed-run.js";
import { compareWithLive, type LiveComparison } from "./compare-with-live.js";
import { copySourceFiles } from "./copy-source-files.js";
import { type GeneratedFiles, generateFiles } from "./generate-files.js";
import type { RunWork } from "./load-work.js";

export interface PreparedFiles extends GeneratedFiles {
  readonly comparison: LiveComparison;
}

/** Generates the run's files, or copies those of the run that a rollback returns to, and compares them with the live ones. */
export async function prepareFiles(
  ctx: ExporterContext,
  { run, work, signal }: { run: ClaimedRun; work: RunWork; signal: AbortSignal },
): Promise<PreparedFiles> {
  const { source, live } = work;
  const files = source ? await copySourceFiles(ctx, run, source) : await generateFiles(ctx, { run, work, signal });
  const comparison = await compareWithLive(ctx, { run, live, rows: files.counts.written, signal });
  return { ...files, comparison };
}
