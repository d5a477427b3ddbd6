import type { UploadStrategy } from "@skucast/contracts/destinations/destination";
import { companionName } from "@skucast/contracts/feeds/names-at";
import type { SftpSession } from "./open-session.js";
import { pathIn, removeIfThere, replaceRemote, statRemote } from "./remote-files.js";
import { removeLeftovers, temporaryName, type Writer } from "./remove-leftovers.js";
import { isFailure, SftpFailure } from "./sftp-failure.js";
import { type UploadFile, type UploadOptions, uploadFile } from "./upload-file.js";
import { writeNote } from "./write-note.js";

/** The files of a run on their way to one folder. */
export interface UploadSet extends Omit<UploadOptions, "mayBeTaken">, Writer {
  readonly files: readonly UploadFile[];
  /** The folder at the partner. */
  readonly folder: string;
  readonly strategy: UploadStrategy;
  /** Names of files that runs before brought here, or may have, and this one does not have; removed at the end. */
  readonly staleNames: readonly string[];
  /** What the manifest and the trigger are named after. */
  readonly baseName: string;
  readonly feedId: string;
  readonly generatedAt: string;
}

/** Brings the files under their final names, by the destination's strategy. Answers what is worth knowing. Throws SftpFailure. */
export async function uploadFiles(session: SftpSession, set: UploadSet): Promise<string | null> {
  const { before, bring, after } = STRATEGIES[set.strategy];
  await before?.(session, set);
  const remarks = await bring(session, set);
  remarks.push(...(await removeStale(session, set)));
  await after?.(session, set);
  const told = [...new Set(remarks)];
  return told.length === 0 ? null : told.join("; ");
}

interface Strategy {
  before?(session: SftpSession, set: UploadSet): Promise<void>;
  bring(session: SftpSession, set: UploadSet): Promise<string[]>;
  /** When everything else is as it should be. */
  after?(session: SftpSession, set: UploadSet): Promise<void>;
}

const manifestName = ({ baseName }: UploadSet): string => companionName.manifest_last(baseName);
const triggerName = ({ baseName }: UploadSet): string => companionName.trigger(baseName);

const STRATEGIES: Readonly<Record<UploadStrategy, Strategy>> = {
  rename: { bring: bringByRename },
  direct: { bring: bringDirectly },
  manifest_last: {
    bring: bringByRename,
    after: (session, set) => writeNote(session, { ...set, name: manifestName(set), content: manifestOf(set) }),
  },
  trigger: {
    before: (session, set) => removeIfThere(session, pathIn(set.folder, triggerName(set))),
    bring: bringDirectly,
    after: (session, set) => writeNote(session, { ...set, name: triggerName(set), content: "", isDirect: true }),
  },
};

/** The new files are there, which is what counts: an old one that cannot be removed is told, and all is not sent again. */
async function removeStale(session: SftpSession, { folder, staleNames }: UploadSet): Promise<string[]> {
  const remarks: string[] = [];
  for (const name of staleNames) {
    await removeIfThere(session, pathIn(folder, name)).catch((error: unknown) => {
      if (!(error instanceof SftpFailure) || error.isTransient) throw error;
      remarks.push(`${name} of the run before could not be removed`);
    });
  }
  return remarks;
}

/**
 * All under temporary names in the same folder, synced and checked, then renamed over the files of the run before one
 * after the other: whoever reads a final name sees the old file or the new one, whole.
 */
async function bringByRename(session: SftpSession, set: UploadSet): Promise<string[]> {
  const { files, folder, staleNames } = set;
  const temporary = ({ name }: UploadFile) => pathIn(folder, temporaryName(name, set));
  await removeLeftovers(session, set, [...files.map(({ name }) => name), ...staleNames, manifestName(set)]);
  try {
    for (const file of files) await uploadFile(session, temporary(file), file, { ...set, mayBeTaken: false });
    const remarks: string[] = [];
    for (const file of files) remarks.push(...(await rename(session, set, file, temporary(file))));
    return remarks;
  } catch (error) {
    // What does not pass by itself fails at each run: its temporary files would pile up.
    if (error instanceof SftpFailure && !error.isTransient) await leaveNothing(session, files.map(temporary));
    throw error;
  }
}

async function rename(session: SftpSession, set: UploadSet, file: UploadFile, temporary: string): Promise<string[]> {
  const path = pathIn(set.folder, file.name);
  try {
    const replacement = await replaceRemote(session, temporary, path).catch(unlessFolder(session, path));
    return replacement === "two steps" ? [TWO_STEPS] : [];
  } catch (error) {
    if (!isFailure(error, "unsupported")) throw error;
    const remarks = await bringDirectly(session, { ...set, files: [file] });
    await removeIfThere(session, temporary);
    return [NO_RENAME, ...remarks];
  }
}

/** Servers have no code of their own for a folder that is in the way: it is a failure like any other. */
const unlessFolder =
  (session: SftpSession, path: string) =>
  async (error: unknown): Promise<never> => {
    if (!isFailure(error, "protocol")) throw error;
    const there = await statRemote(session, path).catch(() => undefined);
    throw there?.isDirectory() ? new SftpFailure("name_taken", path, error) : error;
  };

async function leaveNothing(session: SftpSession, paths: readonly string[]): Promise<void> {
  for (const path of paths) await removeIfThere(session, path).catch(() => undefined);
}

/** To the final names themselves, for servers that take a file as soon as it is closed. */
async function bringDirectly(session: SftpSession, set: UploadSet): Promise<string[]> {
  const remarks: string[] = [];
  for (const file of set.files) {
    const path = pathIn(set.folder, file.name);
    const coming = uploadFile(session, path, file, { ...set, mayBeTaken: true });
    const remark = await coming.catch(unlessFolder(session, path));
    if (remark !== undefined) remarks.push(remark);
  }
  return remarks;
}

const TWO_STEPS = "the host cannot replace a file in one step: for a moment there was none";
const NO_RENAME = "the host cannot rename: the file was written to its final name";

/** What a partner can check the files by. */
function manifestOf({ files, runId, feedId, generatedAt }: UploadSet): string {
  const listed = files.map(({ name, bytes, rows, sha256 }) => ({ name, bytes, rows, sha256 }));
  const rows = listed.reduce((sum, file) => sum + file.rows, 0);
  const manifest = { version: 1, run_id: runId, feed_id: feedId, generated_at: generatedAt, rows, files: listed };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
