import type { UploadStrategy } from "@skucast/contracts/destinations/destination";
import { companionName } from "@skucast/contracts/feeds/names-at";
import { DELIVERY_VERIFICATIONS, type DeliveryVerification } from "@skucast/contracts/runs/run";
import { type Accompanied, companionFile } from "./companion-file.js";
import type { SftpSession } from "./open-session.js";
import { pathIn, removeIfThere, statRemote } from "./remote-files.js";
import { type RemoteTraces, unlessRefused } from "./remote-traces.js";
import { asideName, removeLeftover, removeLeftovers, temporaryName, type Writer } from "./remove-leftovers.js";
import { replaceRemote } from "./replace-remote.js";
import { isFailure, isRefusal } from "./sftp-failure.js";
import type { UploadFile } from "./upload-content.js";
import { type UploadOptions, uploadFile, type WriteMode } from "./upload-file.js";
import { type Verified, verifyRemote } from "./verify-remote.js";
import { WRITING } from "./write-remote.js";

/** The files of a run on their way to one folder. */
export interface UploadSet extends Omit<UploadOptions, "mayBeTaken" | "mode" | "traces">, Writer, Accompanied {
  readonly files: readonly UploadFile[];
  /** The folder at the partner. */
  readonly folder: string;
  readonly strategy: UploadStrategy;
  /** Writes that are sent before the first is acknowledged. */
  readonly writesMax: number;
  /** Names of files that earlier runs brought here, or may have, and this one does not have; removed at the end. */
  readonly staleNames: readonly string[];
  /** What the manifest and the trigger are named after. */
  readonly baseName: string;
}

export interface UploadOutcome {
  /** What the merchant should know about how the files were brought; null if nothing. */
  readonly remark: string | null;
  /** How far the files were verified; of several, the weakest. */
  readonly verification: DeliveryVerification;
  /** Whether the host was found to take writes only one at a time. */
  readonly isOrdered: boolean;
}

/** Brings the files under their final names, by the destination's strategy. Throws SftpFailure. */
export async function uploadFiles(session: SftpSession, set: UploadSet, traces: RemoteTraces): Promise<UploadOutcome> {
  const upload: Upload = { ...set, traces, mode: { writesMax: set.writesMax, isOrdered: false }, remarks: new Set() };
  const { before, bring, after } = STRATEGIES[set.strategy];
  await before?.(session, upload);
  const verified = await bring(session, upload);
  await removeStale(session, upload);
  await after?.(session, upload);
  const { remarks, mode } = upload;
  if (mode.isOrdered) remarks.add(ORDERED);
  return {
    remark: remarks.size === 0 ? null : [...remarks].join("; "),
    verification: weakest(verified),
    isOrdered: mode.isOrdered,
  };
}

interface Upload extends UploadSet {
  readonly traces: RemoteTraces;
  readonly mode: WriteMode;
  /** Sentences for the merchant. */
  readonly remarks: Set<string>;
}

interface Strategy {
  before?(session: SftpSession, upload: Upload): Promise<void>;
  bring(session: SftpSession, upload: Upload): Promise<Verified[]>;
  /** When everything else is as it should be. */
  after?(session: SftpSession, upload: Upload): Promise<unknown>;
}

const manifestName = ({ baseName }: UploadSet): string => companionName.manifest_last(baseName);
const triggerName = ({ baseName }: UploadSet): string => companionName.trigger(baseName);

const STRATEGIES: Readonly<Record<UploadStrategy, Strategy>> = {
  rename: { bring: bringByRename },
  direct: { bring: bringDirectly },
  manifest_last: {
    bring: bringByRename,
    after: (session, upload) =>
      bringAndRename(session, {
        ...upload,
        onBytes: () => {}, // the manifest is none of the run's files
        files: [companionFile(manifestName(upload), upload)],
      }),
  },
  trigger: {
    before: (session, { folder, ...upload }) => removeIfThere(session, pathIn(folder, triggerName(upload as Upload))),
    bring: bringDirectly,
    after: (session, upload) =>
      bringDirectly(session, { ...upload, files: [companionFile(triggerName(upload), upload)], remarks: new Set() }),
  },
};

const weakest = (verified: readonly Verified[]): DeliveryVerification =>
  [...DELIVERY_VERIFICATIONS].reverse().find((it) => verified.some(({ verification }) => verification === it)) ??
  "none";

/** The new files are there, which is what counts: an old one that cannot be removed is named, and all is not sent again. */
async function removeStale(session: SftpSession, { folder, staleNames, remarks }: Upload): Promise<void> {
  for (const name of staleNames) {
    await removeIfThere(session, pathIn(folder, name)).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
      remarks.add(`${name} of the run before could not be removed`);
    });
  }
}

/**
 * All under temporary names in the same folder, synced and verified, then renamed over the files of the run before, one
 * after the other: a reader of a final name sees the old file or the new one, whole.
 */
async function bringByRename(session: SftpSession, upload: Upload): Promise<Verified[]> {
  const { files, staleNames } = upload;
  const names = [...files.map(({ name }) => name), ...staleNames, manifestName(upload)];
  const staying = await removeLeftovers(session, upload, names);
  const removeStaying = async () => {
    for (const path of staying) await removeLeftover(session, path);
  };
  try {
    const verified = await bringAndRename(session, upload);
    await removeStaying();
    return verified;
  } catch (error) {
    if (mayLackSpace(error)) await removeStaying();
    throw error;
  }
}

/** Not every host says that it is full. */
const mayLackSpace = (error: unknown): boolean =>
  isRefusal(error) && (isFailure(error, "no_space") || error.detail === WRITING);

async function bringAndRename(session: SftpSession, upload: Upload): Promise<Verified[]> {
  const { files, folder, remarks } = upload;
  const verified: Verified[] = [];
  for (const file of files) {
    const path = pathIn(folder, temporaryName(file.name, upload));
    const options = { ...upload, mayBeTaken: false };
    const there = upload.traces.isKept(path) ? await verifyKept(session, path, file, options) : undefined;
    const result = there ?? (await uploadFile(session, path, file, options));
    if (result.remark !== undefined) remarks.add(result.remark);
    verified.push(result);
  }
  const renamed: Verified[] = [];
  for (const [i, file] of files.entries()) renamed.push(await rename(session, upload, file, verified[i] as Verified));
  return renamed;
}

/** What a try before this one has brought whole is not sent again; undefined where it is not whole any more. */
async function verifyKept(
  session: SftpSession,
  path: string,
  file: UploadFile,
  options: UploadOptions,
): Promise<Verified | undefined> {
  try {
    const verified = await verifyRemote(session, path, file, options);
    options.onBytes(file.bytes);
    return verified;
  } catch (error) {
    if (isFailure(error, "content_mismatch") || isFailure(error, "file_taken")) return undefined;
    throw error;
  }
}

/** Gives a verified file its final name; where the host cannot rename at all, it is written there directly. */
async function rename(session: SftpSession, upload: Upload, file: UploadFile, verified: Verified): Promise<Verified> {
  const { folder, traces, remarks } = upload;
  const from = pathIn(folder, temporaryName(file.name, upload));
  const to = pathIn(folder, file.name);
  const names = { from, to, aside: pathIn(folder, asideName(file.name, upload)), bytes: file.bytes, traces };
  try {
    const { isAtomic, leftAside, wasRefused } = await replaceRemote(session, names);
    traces.forget(to);
    if (!isAtomic) remarks.add(TWO_STEPS);
    if (leftAside !== undefined) remarks.add(`the former ${file.name} could not be removed and is ${leftAside}`);
    if (!wasRefused) return verified;
    remarks.add(REFUSED_AND_DONE);
    return await verifyRemote(session, to, file, { ...upload, mayBeTaken: true });
  } catch (error) {
    if (!isFailure(error, "unsupported")) throw error;
    remarks.add(NO_RENAME);
    return writeOver(session, upload, file, { from, to });
  }
}

/** The temporary file stays until all of it has its final name: until then it is the only whole one. */
async function writeOver(
  session: SftpSession,
  upload: Upload,
  file: UploadFile,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<Verified> {
  const { traces, remarks } = upload;
  traces.keep(from, to);
  const onBytes = () => {}; // the file's bytes were counted when it was brought
  const [result] = await bringDirectly(session, { ...upload, files: [file], onBytes });
  const isRemoved = await removeIfThere(session, from).then(() => true, unlessRefused(false));
  traces.forget(from);
  if (!isRemoved) remarks.add(`the temporary file ${from} could not be removed`);
  return result as Verified;
}

/** To the final names themselves, for hosts that take a file as soon as it is closed. */
async function bringDirectly(session: SftpSession, upload: Upload): Promise<Verified[]> {
  const verified: Verified[] = [];
  for (const file of upload.files) {
    const path = pathIn(upload.folder, file.name);
    const coming = uploadFile(session, path, file, { ...upload, mayBeTaken: true });
    const result = await coming.catch(unlessFolder(session, path));
    upload.traces.forget(path);
    if (result.remark !== undefined) upload.remarks.add(result.remark);
    verified.push(result);
  }
  return verified;
}

/** Hosts have no code of their own for a folder that has the name: it is a failure like any other. */
const unlessFolder =
  (session: SftpSession, path: string) =>
  async (error: unknown): Promise<never> => {
    if (!isRefusal(error) || !isFailure(error, "protocol")) throw error;
    const there = await statRemote(session, path).catch(() => undefined);
    throw there?.isDirectory() ? error.with({ code: "name_taken", detail: path }) : error;
  };

const TWO_STEPS = "the host cannot replace a file in one step: for an instant there was none";
const NO_RENAME = "the host cannot rename: the file was written to its final name";
const REFUSED_AND_DONE = "the host refused the rename and did it all the same, so the file was verified again";
const ORDERED = "the host takes writes only in order: they are sent one at a time from now on";
