import type { ExporterContext } from "../context.js";
import { compareWithLive, type LiveComparison } from "./compare-with-live.js";
import { type GeneratedFiles, generateFiles } from "./generate-files.js";
import type { RunWork } from "./load-work.js";
import type { ClaimedRun } from "./run-work.js";

export interface MadeFiles extends GeneratedFiles {
  readonly comparison: LiveComparison;
}

/** The run's files, and how they differ from the live ones. */
export async function makeFiles(
  ctx: ExporterContext,
  { run, work, signal }: { run: ClaimedRun; work: RunWork; signal: AbortSignal },
): Promise<MadeFiles> {
  const generated = await generateFiles(ctx, { run, work, signal });
  const rows = generated.counts.written;
  const comparison = await compareWithLive(ctx, { run, live: work.live, rows, signal });
  return { ...generated, comparison };
}
