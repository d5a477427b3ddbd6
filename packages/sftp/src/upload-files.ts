import type { UploadStrategy } from "@skucast/contracts/destinations/destination";
import { companionName } from "@skucast/contracts/feeds/names-at";
import { DELIVERY_VERIFICATIONS, type DeliveryVerification } from "@skucast/contracts/runs/run";
import { type CompanionOptions, companionFile } from "./companion-file.js";
import type { SftpSession } from "./open-session.js";
import { pathIn, removeIfThere, statRemote } from "./remote-files.js";
import { type RemoteLeftovers, unlessRefused } from "./remote-leftovers.js";
import { asideName, removeLeftover, removeLeftovers, temporaryName, type Writer } from "./remove-leftovers.js";
import { replaceRemote } from "./replace-remote.js";
import { isFailure, isRefusal } from "./sftp-failure.js";
import type { UploadFile } from "./upload-content.js";
import { type UploadOptions, uploadFile, type WriteMode } from "./upload-file.js";
import { type Verified, verifyRemote } from "./verify-remote.js";
import { WRITING } from "./write-remote.js";

/** The files of a run for one folder. */
export interface UploadSet extends Omit<UploadOptions, "mayBeTaken" | "mode" | "leftovers">, Writer, CompanionOptions {
  readonly files: readonly UploadFile[];
  /** The folder at the partner. */
  readonly folder: string;
  readonly strategy: UploadStrategy;
  /** Writes that are sent before the first is acknowledged. */
  readonly writesMax: number;
  /** Names of files that earlier runs have left, or may have left, and that this run does not have. Removed at the end. */
  readonly staleNames: readonly string[];
  /** The manifest or trigger file is named after it. */
  readonly baseName: string;
}

export interface UploadOutcome {
  /** What the merchant should know about the upload; null if nothing. */
  readonly remark: string | null;
  /** How far the files were verified; the weakest verification if they differ. */
  readonly verification: DeliveryVerification;
  /** Whether the host turned out to accept only one write at a time. */
  readonly isOrdered: boolean;
  /** What the host answered to the upload, made safe by cleanServerMessage; absent if the protocol has no answers. */
  readonly serverMessage?: string | undefined;
}

/** Uploads the files and gives them their final names, by the destination's strategy. Throws SftpFailure. */
export async function uploadFiles(
  session: SftpSession,
  set: UploadSet,
  leftovers: RemoteLeftovers,
): Promise<UploadOutcome> {
  const upload: Upload = {
    ...set,
    leftovers,
    mode: { writesMax: set.writesMax, isOrdered: false },
    remarks: new Set(),
  };
  const { before, transfer, after } = STRATEGIES[set.strategy];
  await before?.(session, upload);
  const verified = await transfer(session, upload);
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
  readonly leftovers: RemoteLeftovers;
  readonly mode: WriteMode;
  /** Sentences for the merchant. */
  readonly remarks: Set<string>;
}

interface Strategy {
  before?(session: SftpSession, upload: Upload): Promise<void>;
  transfer(session: SftpSession, upload: Upload): Promise<Verified[]>;
  /** Runs when everything else has succeeded. */
  after?(session: SftpSession, upload: Upload): Promise<unknown>;
}

const manifestName = ({ baseName }: UploadSet): string => companionName.manifest_last(baseName);
const triggerName = ({ baseName }: UploadSet): string => companionName.trigger(baseName);

const STRATEGIES: Readonly<Record<UploadStrategy, Strategy>> = {
  rename: { transfer: uploadByRename },
  direct: { transfer: uploadDirectly },
  manifest_last: {
    transfer: uploadByRename,
    after: (session, upload) =>
      uploadAndRename(session, {
        ...upload,
        onBytes: () => {}, // the manifest does not count as one of the run's files
        files: [companionFile(manifestName(upload), upload)],
      }),
  },
  trigger: {
    before: (session, { folder, ...upload }) => removeIfThere(session, pathIn(folder, triggerName(upload as Upload))),
    transfer: uploadDirectly,
    after: (session, upload) =>
      uploadDirectly(session, { ...upload, files: [companionFile(triggerName(upload), upload)], remarks: new Set() }),
  },
};

const weakest = (verified: readonly Verified[]): DeliveryVerification =>
  [...DELIVERY_VERIFICATIONS].reverse().find((it) => verified.some(({ verification }) => verification === it)) ??
  "none";

/** An old file that cannot be removed is reported in a remark and does not fail the delivery. */
async function removeStale(session: SftpSession, { folder, staleNames, remarks }: Upload): Promise<void> {
  for (const name of staleNames) {
    await removeIfThere(session, pathIn(folder, name)).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
      remarks.add(`${name} of an earlier run could not be removed`);
    });
  }
}

/**
 * Uploads all files under temporary names in the same folder, syncs and verifies them, and then renames them over the old
 * files one by one. A reader of a final name sees the complete old or new file, unless the host cannot replace in one step.
 */
async function uploadByRename(session: SftpSession, upload: Upload): Promise<Verified[]> {
  const { files, staleNames } = upload;
  const names = [...files.map(({ name }) => name), ...staleNames, manifestName(upload)];
  const kept = await removeLeftovers(session, upload, names);
  const removeKept = async () => {
    for (const path of kept) await removeLeftover(session, path);
  };
  try {
    const verified = await uploadAndRename(session, upload);
    await removeKept();
    return verified;
  } catch (error) {
    if (mayLackSpace(error)) await removeKept();
    throw error;
  }
}

/** Not every host reports that its disk is full. */
const mayLackSpace = (error: unknown): boolean =>
  isRefusal(error) && (isFailure(error, "no_space") || error.detail === WRITING);

async function uploadAndRename(session: SftpSession, upload: Upload): Promise<Verified[]> {
  const { files, folder, remarks } = upload;
  const verified: Verified[] = [];
  for (const file of files) {
    const path = pathIn(folder, temporaryName(file.name, upload));
    const options = { ...upload, mayBeTaken: false };
    const there = upload.leftovers.isKept(path) ? await verifyKept(session, path, file, options) : undefined;
    const result = there ?? (await uploadFile(session, path, file, options));
    if (result.remark !== undefined) remarks.add(result.remark);
    verified.push(result);
  }
  const renamed: Verified[] = [];
  for (const [i, file] of files.entries()) renamed.push(await rename(session, upload, file, verified[i] as Verified));
  return renamed;
}

/** Verifies a complete file from an earlier attempt, so that it need not be sent again; undefined if it is not complete. */
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

/** Gives a verified file its final name. If the host cannot rename at all, the file is written to its final name instead. */
async function rename(session: SftpSession, upload: Upload, file: UploadFile, verified: Verified): Promise<Verified> {
  const { folder, leftovers, remarks } = upload;
  const from = pathIn(folder, temporaryName(file.name, upload));
  const to = pathIn(folder, file.name);
  const names = { from, to, aside: pathIn(folder, asideName(file.name, upload)), bytes: file.bytes, leftovers };
  try {
    const { isAtomic, leftAside, wasRefused } = await replaceRemote(session, names);
    leftovers.forget(to);
    if (!isAtomic) remarks.add(TWO_STEPS);
    if (leftAside !== undefined) remarks.add(`the old ${file.name} could not be removed and is now ${leftAside}`);
    if (!wasRefused) return verified;
    remarks.add(REFUSED_AND_DONE);
    return await verifyRemote(session, to, file, { ...upload, mayBeTaken: true });
  } catch (error) {
    if (!isFailure(error, "unsupported")) throw error;
    remarks.add(NO_RENAME);
    return writeOver(session, upload, file, { from, to });
  }
}

/** Writes a file to its final name. The temporary file stays until that is done, because it is the only complete copy. */
async function writeOver(
  session: SftpSession,
  upload: Upload,
  file: UploadFile,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<Verified> {
  const { leftovers, remarks } = upload;
  leftovers.keep(from, to);
  const onBytes = () => {}; // the file's bytes were counted when the temporary file was uploaded
  const [result] = await uploadDirectly(session, { ...upload, files: [file], onBytes });
  const isRemoved = await removeIfThere(session, from).then(() => true, unlessRefused(false));
  leftovers.forget(from);
  if (!isRemoved) remarks.add(`the temporary file ${from} could not be removed`);
  return result as Verified;
}

/** Uploads to the final names, for hosts that process and remove a file as soon as it is closed. */
async function uploadDirectly(session: SftpSession, upload: Upload): Promise<Verified[]> {
  const verified: Verified[] = [];
  for (const file of upload.files) {
    const path = pathIn(upload.folder, file.name);
    const uploading = uploadFile(session, path, file, { ...upload, mayBeTaken: true });
    const result = await uploading.catch(unlessFolder(session, path));
    upload.leftovers.forget(path);
    if (result.remark !== undefined) upload.remarks.add(result.remark);
    verified.push(result);
  }
  return verified;
}

/** There is no status code for a name that belongs to a folder, so the host is asked what has the name. */
const unlessFolder =
  (session: SftpSession, path: string) =>
  async (error: unknown): Promise<never> => {
    if (!isRefusal(error) || !isFailure(error, "protocol")) throw error;
    const there = await statRemote(session, path).catch(() => undefined);
    throw there?.isDirectory() ? error.with({ code: "name_taken", detail: path }) : error;
  };

const TWO_STEPS = "the host cannot replace a file in one step: for an instant there was no file";
const NO_RENAME = "the host cannot rename: the file was written to its final name";
const REFUSED_AND_DONE = "the host reported the rename as failed but did it, so the file was verified again";
const ORDERED = "the host accepts writes only in order: they are sent one at a time from now on";
