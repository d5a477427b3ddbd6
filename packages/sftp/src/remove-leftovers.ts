import type { SftpSession } from "./open-session.js";
import { listRemote, pathIn, removeRemote } from "./remote-files.js";
import { SftpFailure } from "./sftp-failure.js";

/** Who writes: a run, for one of its destinations. */
export interface Writer {
  readonly runId: string;
  readonly destinationId: string;
}

/** `.products.csv.part-`: ours alone, so that nobody else's files are removed. */
const prefixOf = (name: string): string => `.${name}.part-`;

/** The name of a file while it is on its way; two destinations of a run that are the same folder do not share it. */
export const temporaryName = (name: string, { runId, destinationId }: Writer): string =>
  `${prefixOf(name)}${runId}-${destinationId}`;

/**
 * Removes temporary files of the same names that tries before left when they were cut off, but not what the same run is
 * writing for another destination. What cannot be removed stays.
 */
export async function removeLeftovers(
  session: SftpSession,
  writer: Writer & { readonly folder: string },
  names: readonly string[],
): Promise<void> {
  const { folder, runId } = writer;
  const isLeftover = (filename: string) =>
    names.some(
      (name) =>
        filename === temporaryName(name, writer) ||
        (filename.startsWith(prefixOf(name)) && !filename.startsWith(`${prefixOf(name)}${runId}-`)),
    );
  const entries = await listRemote(session, folder).catch(unlessTransient([]));
  for (const { filename } of entries.filter((entry) => isLeftover(entry.filename))) {
    await removeRemote(session, pathIn(folder, filename)).catch(unlessTransient(undefined));
  }
}

function unlessTransient<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof SftpFailure && !error.isTransient) return value;
    throw error;
  };
}
