import type { ExporterContext } from "../context.js";
import { findWritten } from "../files/find-written.js";
import { linkFiles } from "../files/link-files.js";
import { runFolder } from "../files/run-folder.js";
import { ROW_INDEX_NAME } from "../rows/row-index.js";
import type { GeneratedFiles } from "./generate-files.js";
import { createIssueTally } from "./issue-tally.js";
import type { SourceRun } from "./load-work.js";
import { type ClaimedRun, FilesGone, type LocalFile } from "./run-work.js";

/** The files of an earlier run as this run's own, whole (SHA-256). Throws FilesGone when they are not there any more. */
export async function takeOverFiles(
  { settings }: ExporterContext,
  run: ClaimedRun,
  source: SourceRun,
): Promise<GeneratedFiles> {
  const folder = runFolder(settings.filesDir, run);
  const names = source.files.map(({ name }) => name);
  const from = runFolder(settings.filesDir, { ...run, id: source.id });
  if (!(await linkFiles([ROW_INDEX_NAME, ...names], from, folder))) throw new FilesGone(source.id);
  const files: LocalFile[] = [];
  for (const file of source.files) {
    const path = await findWritten(folder, file);
    if (path === undefined) throw new FilesGone(source.id);
    files.push({ ...file, path });
  }
  return { files, counts: source.counts, stats: source.stats, issues: createIssueTally() };
}
