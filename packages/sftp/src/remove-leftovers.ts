import type { SftpSession } from "./open-session.js";
import { listRemote, pathIn, removeRemote } from "./remote-files.js";
import { type RemoteLeftovers, restoreFormer, unlessRefused } from "./remote-leftovers.js";

/** The run and destination that an upload belongs to. */
export interface Writer {
  readonly runId: string;
  readonly destinationId: string;
}

/** Such as `.products.csv.part-`. No other software uses this prefix, so no files of others are removed. */
const prefixOf = (name: string): string => `.${name}.part-`;

/** The name of a file during the upload. Unique, even if two destinations of a run are the same folder. */
export const temporaryName = (name: string, { runId, destinationId }: Writer): string =>
  `${prefixOf(name)}${runId}-${destinationId}`;

/** The name of an old file while the new one is renamed. The same for all runs, so that the next run finds it. */
export const asideName = (name: string, { destinationId }: Writer): string => `.${name}.old-${destinationId}`;

/**
 * Cleans up after interrupted attempts. An old file that was moved aside is restored unless there is a new one; if that
 * fails, it is added to the leftovers. Temporary files of the same names are removed, except those that the same run is
 * writing for another destination and those that the host refuses to remove. Resolves to the paths of other runs' temporary
 * files that are kept for now because no file has the final name: one of them may be the only copy that the partner has.
 */
export async function removeLeftovers(
  session: SftpSession,
  writer: Writer & { readonly folder: string; readonly leftovers: RemoteLeftovers },
  names: readonly string[],
): Promise<string[]> {
  const { folder, runId, leftovers } = writer;
  const entries = await listRemote(session, folder).catch(unlessRefused(undefined));
  const listed = entries?.map(({ filename }) => filename);
  for (const name of names) {
    const aside = asideName(name, writer);
    if (listed && !listed.includes(aside)) continue;
    const path = pathIn(folder, aside);
    const finalName = pathIn(folder, name);
    const isSettled = await restoreFormer(session, path, finalName);
    if (isSettled) leftovers.forget(path);
    else if (listed) leftovers.movedAside(path, finalName);
  }
  const nameOf = (filename: string) =>
    names.find(
      (name) =>
        filename === temporaryName(name, writer) ||
        (filename.startsWith(prefixOf(name)) && !filename.startsWith(`${prefixOf(name)}${runId}-`)),
    );
  const kept: string[] = [];
  for (const filename of listed ?? []) {
    const name = nameOf(filename);
    const path = pathIn(folder, filename);
    if (name === undefined || leftovers.isKept(path)) continue;
    if (listed?.includes(name) || filename === temporaryName(name, writer)) await removeLeftover(session, path);
    else kept.push(path);
  }
  return kept;
}

/** Removes a temporary file, unless the host refuses to. */
export const removeLeftover = (session: SftpSession, path: string): Promise<void> =>
  removeRemote(session, path).catch(unlessRefused(undefined));
