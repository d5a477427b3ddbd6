import { Readable } from "node:stream";
import { asideName, temporaryName } from "@skucast/sftp/remove-leftovers";
import { isFailure, isRefusal, SftpFailure } from "@skucast/sftp/sftp-failure";
import type { FileContent, UploadFile } from "@skucast/sftp/upload-content";
import type { Client } from "basic-ftp";
import { failureOfPut } from "../failed-put.js";
import type { PutOptions, PutResult } from "../partner-session.js";
import { dataHandshake } from "./connect-ftps.js";
import { isUnsupported } from "./ftps-failure.js";
import type { FtpsFolder } from "./ftps-folder.js";
import { withTransferReply } from "./transfer-reply.js";

const BLOCK_BYTES = 256 * 1024;

/**
 * Uploads under a temporary name, checks the file, and renames it. An upload that was interrupted continues where it
 * stopped. A host that cannot rename gets the file under its final name.
 */
export async function putRenamed(folder: FtpsFolder, file: UploadFile, put: PutOptions): Promise<PutResult> {
  const from = temporaryName(file.name, put);
  await cleanUp(folder, file.name, put);
  const checked = await uploadChecked(folder, from, file, put);
  try {
    const remark = await replace(folder, { from, to: file.name, aside: asideName(file.name, put) }, file);
    return { ...checked, remark: joined(checked.remark, remark) };
  } catch (error) {
    if (!isUnsupported(error)) throw error;
    const direct = await putDirectly(folder, file, { ...put, onBytes: () => {} });
    await folder.remove(from).catch(unlessRefused);
    return { ...direct, remark: joined(direct.remark, NO_RENAME) };
  }
}

/** Uploads under the final name. An incomplete file is removed as far as the connection allows. */
export async function putDirectly(folder: FtpsFolder, file: UploadFile, put: PutOptions): Promise<PutResult> {
  let isStarted = false;
  const onBytes = (bytes: number) => {
    isStarted ||= bytes > 0;
    put.onBytes(bytes);
  };
  try {
    await upload(folder, file.name, { file, offset: 0, onBytes });
    return await put.check(file.name);
  } catch (error) {
    throw await failureOfPut(folder, { name: file.name, error, isStarted, keepsPart: true });
  }
}

const TWO_STEPS = "the host cannot replace a file in one step: for an instant there was no file";
const NO_RENAME = "the host cannot rename: the file was written to its final name";

const joined = (...remarks: readonly (string | undefined)[]): string | undefined =>
  remarks.filter((remark) => remark !== undefined).join("; ") || undefined;

/** Uploads what the host does not have yet. If the result is not right, the whole file is sent once more. */
async function uploadChecked(folder: FtpsFolder, name: string, file: UploadFile, put: PutOptions): Promise<PutResult> {
  const size = (await folder.sizeOf(name)) ?? 0;
  const offset = size <= file.bytes ? size : 0;
  let countedBytes = 0;
  const onBytes = (bytes: number) => {
    countedBytes += bytes;
    put.onBytes(bytes);
  };
  try {
    if (offset > 0) {
      await append(folder, name, { file, offset, onBytes });
      return await put.check(name);
    }
  } catch (error) {
    if (!isRefusal(error) && !isFailure(error, "content_mismatch")) throw error;
    put.onBytes(-countedBytes);
  }
  try {
    await upload(folder, name, { file, offset: 0, onBytes: put.onBytes });
    return await put.check(name);
  } catch (error) {
    if (isRefusal(error) || isFailure(error, "content_mismatch")) await folder.remove(name).catch(unlessRefused);
    throw error;
  }
}

interface Transfer {
  readonly file: UploadFile;
  readonly offset: number;
  readonly onBytes: (bytes: number) => void;
}

/** Sends the rest of a file that the host has the beginning of. */
async function append({ ask, pathOf }: FtpsFolder, name: string, transfer: Transfer): Promise<void> {
  const { file, offset, onBytes } = transfer;
  onBytes(offset);
  if (offset === file.bytes) return;
  await withContent(file, (content) =>
    ask(`continuing ${name}`, (ftp) =>
      withTransferReply(ftp, () => ftp.appendFrom(sourceOf(ftp, content, transfer), pathOf(name))),
    ),
  );
}

async function upload({ ask, pathOf }: FtpsFolder, name: string, transfer: Transfer): Promise<void> {
  await withContent(transfer.file, (content) =>
    ask(`writing ${name}`, (ftp) =>
      withTransferReply(ftp, () => ftp.uploadFrom(sourceOf(ftp, content, transfer), pathOf(name))),
    ),
  );
}

async function withContent(file: UploadFile, work: (content: FileContent) => Promise<unknown>): Promise<void> {
  const content = await file.open();
  try {
    await work(content);
  } finally {
    await content.close();
  }
}

/**
 * A stream of the file that fails only if the file cannot be read. When the host resets the data connection, the failure
 * would be passed back to the source, for which the library closes the control connection before the host's reply.
 */
function sourceOf(client: Client, content: FileContent, transfer: Transfer): Readable {
  let failure: unknown;
  async function* blocks(): AsyncGenerator<Buffer> {
    await dataHandshake(client);
    for (let at = transfer.offset; at < transfer.file.bytes; ) {
      const block = await readBlock(content, transfer.file, at).catch((error: unknown) => {
        failure = error;
        throw error;
      });
      at += block.length;
      yield block;
      transfer.onBytes(block.length);
    }
  }
  const stream = Readable.from(blocks(), { objectMode: false });
  const destroy = stream._destroy.bind(stream);
  stream._destroy = (error, callback) => destroy(error, () => callback(error === failure ? error : null));
  return stream;
}

async function readBlock(content: FileContent, { name, bytes }: UploadFile, at: number): Promise<Buffer> {
  const block = await content.read(at, Math.min(BLOCK_BYTES, bytes - at));
  if (block.length === 0) throw new Error(`${name} ends after ${at} of ${bytes} bytes`);
  return block;
}

interface Names {
  readonly from: string;
  readonly to: string;
  readonly aside: string;
}

/** Gives the temporary file its final name. Returns a remark; throws `not_renamed` if the host only says that it did. */
async function replace(folder: FtpsFolder, names: Names, file: UploadFile): Promise<string | undefined> {
  const remark = await renameOver(folder, names);
  const size = await folder.sizeOf(names.to);
  if (size === undefined || (size !== null && size !== file.bytes)) throw new SftpFailure("not_renamed", names.to);
  return remark;
}

async function renameOver(folder: FtpsFolder, { from, to, aside }: Names): Promise<string | undefined> {
  const rename = (source: string, target: string) =>
    folder.ask(`renaming ${source} to ${target}`, (ftp) => ftp.rename(folder.pathOf(source), folder.pathOf(target)));
  try {
    await rename(from, to);
    return undefined;
  } catch (error) {
    if (!isRefusal(error) || isUnsupported(error) || (await folder.sizeOf(to)) === undefined) throw error;
  }
  // Many hosts do not rename over an existing file (RFC 959 leaves it open).
  await folder.remove(aside).catch(unlessRefused);
  await rename(to, aside);
  try {
    await rename(from, to);
  } catch (error) {
    if (isRefusal(error)) await rename(aside, to);
    throw error;
  }
  const isRemoved = await folder.remove(aside).then(() => true, unlessRefused);
  return joined(TWO_STEPS, isRemoved ? undefined : `the old ${to} could not be removed and is now ${aside}`);
}

/**
 * Cleans up after interrupted runs: an old file that was moved aside gets its name back unless there is a new one, and
 * temporary files of other runs are removed. A host that does not list its folder keeps them.
 */
async function cleanUp(folder: FtpsFolder, name: string, put: PutOptions): Promise<void> {
  const { ask, path, remove, pathOf } = folder;
  const entries = (await ask(`listing ${path}`, (ftp) => ftp.list(path)).catch(unlessRefused)) ?? [];
  const listed = new Set(entries.map((entry) => entry.name));
  const aside = asideName(name, put);
  if (listed.has(aside)) {
    if (listed.has(name)) await remove(aside).catch(unlessRefused);
    else
      await ask(`renaming ${aside} to ${name}`, (ftp) => ftp.rename(pathOf(aside), pathOf(name))).catch(unlessRefused);
  }
  for (const each of listed) {
    const isOfOtherRun = each.startsWith(`.${name}.part-`) && !each.startsWith(`.${name}.part-${put.runId}-`);
    if (isOfOtherRun) await remove(each).catch(unlessRefused);
  }
}

function unlessRefused(error: unknown): undefined {
  if (isRefusal(error)) return undefined;
  throw error;
}
