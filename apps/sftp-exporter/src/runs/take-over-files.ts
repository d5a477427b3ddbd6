import type { ExporterContext } from "../context.js";
import { isWritten } from "../files/is-written.js";
import { runKey } from "../files/run-keys.js";
import { ROW_INDEX_NAME } from "../rows/row-index.js";
import { type ClaimedRun, FilesGone } from "./claimed-run.js";
import type { GeneratedFiles } from "./generate-files.js";
import { createIssueTally } from "./issue-tally.js";
import type { SourceRun } from "./load-work.js";

/** The files of an earlier run as this run's own, whole (SHA-256). Throws FilesGone when they are not there any more. */
export async function takeOverFiles(
  { files }: ExporterContext,
  run: ClaimedRun,
  source: SourceRun,
): Promise<GeneratedFiles> {
  for (const name of [ROW_INDEX_NAME, ...source.files.map((file) => file.name)]) {
    const isThere = await files.copy(runKey({ ...run, id: source.id }, name), runKey(run, name));
    if (!isThere) throw new FilesGone(source.id);
  }
  for (const file of source.files) {
    if (!(await isWritten(files, runKey(run, file.name), file))) throw new FilesGone(source.id);
  }
  return {
    coverage: "full",
    files: source.files,
    counts: source.counts,
    stats: source.stats,
    issues: createIssueTally(),
  };
}
