import type { SftpSession } from "./open-session.js";
import { listRemote, pathIn, removeRemote } from "./remote-files.js";
import { type RemoteTraces, restoreFormer, unlessRefused } from "./remote-traces.js";

/** Who writes: a run, for one of its destinations. */
export interface Writer {
  readonly runId: string;
  readonly destinationId: string;
}

/** `.products.csv.part-`: only we use it, so that no other files are removed. */
const prefixOf = (name: string): string => `.${name}.part-`;

/** The name of a file while it is on its way; two destinations of a run that are the same folder do not share it. */
export const temporaryName = (name: string, { runId, destinationId }: Writer): string =>
  `${prefixOf(name)}${runId}-${destinationId}`;

/** Where a former file is while the new one takes its name; the same for all runs, so that the next one finds it. */
export const asideName = (name: string, { destinationId }: Writer): string => `.${name}.old-${destinationId}`;

/**
 * Settles what earlier attempts left when they were cut off: a former file that was moved aside gets its name back unless
 * there is a new one, and temporary files of the same names are removed, but not what the same run is writing for another
 * destination. What the host refuses to remove stays. A former file that does not get its name back is noted. Resolves to
 * the paths of other runs' temporary files that stay for now because nothing has the final name: one may be all that the
 * partner has.
 */
export async function removeLeftovers(
  session: SftpSession,
  writer: Writer & { readonly folder: string; readonly traces: RemoteTraces },
  names: readonly string[],
): Promise<string[]> {
  const { folder, runId, traces } = writer;
  const entries = await listRemote(session, folder).catch(unlessRefused(undefined));
  const listed = entries?.map(({ filename }) => filename);
  for (const name of names) {
    const aside = asideName(name, writer);
    if (listed && !listed.includes(aside)) continue;
    const path = pathIn(folder, aside);
    const finalName = pathIn(folder, name);
    const isSettled = await restoreFormer(session, path, finalName);
    if (isSettled) traces.forget(path);
    else if (listed) traces.movedAside(path, finalName);
  }
  const nameOf = (filename: string) =>
    names.find(
      (name) =>
        filename === temporaryName(name, writer) ||
        (filename.startsWith(prefixOf(name)) && !filename.startsWith(`${prefixOf(name)}${runId}-`)),
    );
  const staying: string[] = [];
  for (const filename of listed ?? []) {
    const name = nameOf(filename);
    const path = pathIn(folder, filename);
    if (name === undefined || traces.isKept(path)) continue;
    if (listed?.includes(name) || filename === temporaryName(name, writer)) await removeLeftover(session, path);
    else staying.push(path);
  }
  return staying;
}

/** Removes a temporary file, unless the host refuses to. */
export const removeLeftover = (session: SftpSession, path: string): Promise<void> =>
  removeRemote(session, path).catch(unlessRefused(undefined));
