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
 * destination. What the host refuses to remove stays. A former file that does not get its name back is noted.
 */
export async function removeLeftovers(
  session: SftpSession,
  writer: Writer & { readonly folder: string; readonly traces: RemoteTraces },
  names: readonly string[],
): Promise<void> {
  const { folder, runId, traces } = writer;
  const entries = await listRemote(session, folder).catch(unlessRefused(undefined));
  const listed = entries?.map(({ filename }) => filename);
  for (const name of names) {
    const aside = asideName(name, writer);
    if (listed && !listed.includes(aside)) continue;
    const [path, finalName] = [pathIn(folder, aside), pathIn(folder, name)];
    const isSettled = await restoreFormer(session, path, finalName);
    if (isSettled) traces.forget(path);
    else if (listed) traces.movedAside(path, finalName);
  }
  const isLeftover = (filename: string) =>
    names.some(
      (name) =>
        filename === temporaryName(name, writer) ||
        (filename.startsWith(prefixOf(name)) && !filename.startsWith(`${prefixOf(name)}${runId}-`)),
    );
  const paths = (listed ?? []).filter(isLeftover).map((filename) => pathIn(folder, filename));
  for (const path of paths.filter((path) => !traces.isKept(path))) {
    await removeRemote(session, path).catch(unlessRefused(undefined));
  }
}
