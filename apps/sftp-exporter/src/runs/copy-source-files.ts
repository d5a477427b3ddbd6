import type { ExporterContext } from "../context.js";
import { isIntact } from "../files/is-intact.js";
import { runKey } from "../files/run-keys.js";
import { ROW_INDEX_NAME } from "../rows/row-index.js";
import { type ClaimedRun, FilesGone } from "./claimed-run.js";
import type { GeneratedFiles } from "./generate-files.js";
import { createIssueTally } from "./issue-tally.js";
import type { SourceRun } from "./load-work.js";

/** Copies the files of an earlier run and checks their SHA-256. Throws FilesGone when they no longer exist. */
export async function copySourceFiles(
  { files }: ExporterContext,
  run: ClaimedRun,
  source: SourceRun,
): Promise<GeneratedFiles> {
  for (const name of [ROW_INDEX_NAME, ...source.files.map((file) => file.name)]) {
    const isThere = await files.copy(runKey({ ...run, id: source.id }, name), runKey(run, name));
    if (!isThere) throw new FilesGone(source.id);
  }
  for (const file of source.files) {
    if (!(await isIntact(files, runKey(run, file.name), file))) throw new FilesGone(source.id);
  }
  return {
    coverage: "full",
    files: source.files,
    counts: source.counts,
    stats: source.stats,
    issues: createIssueTally(),
  };
}
