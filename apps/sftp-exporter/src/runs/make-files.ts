import type { ExporterContext } from "../context.js";
import type { ClaimedRun } from "./claimed-run.js";
import { compareWithLive, type LiveComparison } from "./compare-with-live.js";
import { type GeneratedFiles, generateFiles } from "./generate-files.js";
import type { RunWork } from "./load-work.js";
import { takeOverFiles } from "./take-over-files.js";

export interface MadeFiles extends GeneratedFiles {
  readonly comparison: LiveComparison;
}

/** The run's files, made of the products or taken over from the run that is gone back to, and how they differ from the live ones. */
export async function makeFiles(
  ctx: ExporterContext,
  { run, work, signal }: { run: ClaimedRun; work: RunWork; signal: AbortSignal },
): Promise<MadeFiles> {
  const { source, live } = work;
  const made = source ? await takeOverFiles(ctx, run, source) : await generateFiles(ctx, { run, work, signal });
  const comparison = await compareWithLive(ctx, { run, live, rows: made.counts.written, signal });
  return { ...made, comparison };
}
