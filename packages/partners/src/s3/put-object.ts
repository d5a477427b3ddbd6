import { createHash } from "node:crypto";
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { isRefusal, SftpFailure } from "@skucast/sftp/sftp-failure";
import type { UploadFile } from "@skucast/sftp/upload-content";
import type { Ask } from "./ask.js";

/** S3 allows 10,000 parts per upload, each but the last of 5 MB or more. */
const PARTS_MAX = 9_000;
const PART_BYTES_MIN = 8 * 1024 * 1024;
/** Amazon's pages have up to 1,000 parts, those of other stores fewer. */
const PART_PAGES_MAX = 100;

interface Place {
  readonly Bucket: string;
  readonly Key: string;
}

interface ObjectPut {
  readonly ask: Ask;
  readonly place: Place;
  readonly file: UploadFile;
  readonly onBytes: (bytes: number) => void;
}

/**
 * Stores a file as an object, in parts if it is large. The store checks the MD5 of each request. Parts of an interrupted
 * upload are used again if they have the right content; other unfinished uploads of the same key are aborted. Throws
 * SftpFailure.
 */
export async function putObject(put: ObjectPut): Promise<void> {
  const { file } = put;
  const partBytes = Math.max(PART_BYTES_MIN, Math.ceil(file.bytes / PARTS_MAX));
  const content = await file.open();
  try {
    const blocks = content.blocks(partBytes);
    if (file.bytes <= partBytes) await putWhole(put, await onlyBlock(blocks));
    else await putParts(put, blocks);
  } finally {
    await content.close();
  }
}

async function onlyBlock(blocks: AsyncIterable<Buffer>): Promise<Buffer> {
  for await (const block of blocks) return block;
  return Buffer.alloc(0);
}

const md5Of = (block: Buffer) => createHash("md5").update(block).digest();

async function putWhole({ ask, place, file, onBytes }: ObjectPut, block: Buffer): Promise<void> {
  const ContentMD5 = md5Of(block).toString("base64");
  await ask(`storing ${file.name}`, (client, abortSignal) =>
    client.send(new PutObjectCommand({ ...place, Body: block, ContentLength: block.length, ContentMD5 }), {
      abortSignal,
    }),
  );
  onBytes(block.length);
}

async function putParts(put: ObjectPut, blocks: AsyncIterable<Buffer>): Promise<void> {
  const { ask, place, file, onBytes } = put;
  const { UploadId, stored } = (await findUnfinished(put)) ?? { UploadId: await begin(put), stored: new Map() };
  try {
    const Parts: CompletedPart[] = [];
    for await (const block of blocks) {
      const PartNumber = Parts.length + 1;
      const md5 = md5Of(block);
      const there = stored.get(PartNumber);
      const isThere = there?.bytes === block.length && there.etag === `"${md5.toString("hex")}"`;
      Parts.push({ PartNumber, ETag: isThere ? there.etag : await putPart(put, { UploadId, PartNumber, block, md5 }) });
      onBytes(block.length);
    }
    await ask(`completing ${file.name}`, (client, abortSignal) =>
      client.send(new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts } }), {
        abortSignal,
      }),
    );
  } catch (error) {
    // After a lost connection the parts stay for the next attempt. After a refusal they would only cost the partner money.
    if (isRefusal(error)) await abort(put, UploadId);
    throw error;
  }
}

async function begin({ ask, place, file }: ObjectPut): Promise<string> {
  const { UploadId } = await ask(`storing ${file.name}`, (client, abortSignal) =>
    client.send(new CreateMultipartUploadCommand(place), { abortSignal }),
  );
  if (UploadId === undefined) throw new SftpFailure("protocol", `storing ${file.name}: the store named no upload`);
  return UploadId;
}

interface Part {
  readonly UploadId: string;
  readonly PartNumber: number;
  readonly block: Buffer;
  readonly md5: Buffer;
}

/** Returns the part's ETag. */
async function putPart({ ask, place, file }: ObjectPut, { UploadId, PartNumber, block, md5 }: Part): Promise<string> {
  const what = `storing part ${PartNumber} of ${file.name}`;
  const part = { ...place, UploadId, PartNumber, Body: block, ContentLength: block.length };
  const { ETag } = await ask(what, (client, abortSignal) =>
    client.send(new UploadPartCommand({ ...part, ContentMD5: md5.toString("base64") }), { abortSignal }),
  );
  if (ETag === undefined) throw new SftpFailure("protocol", `${what}: the store named no ETag`);
  return ETag;
}

interface Unfinished {
  readonly UploadId: string;
  readonly stored: ReadonlyMap<number, { readonly etag: string; readonly bytes: number }>;
}

/** The newest unfinished upload of the key, after the others were aborted; undefined if there is none or it is not shown. */
async function findUnfinished(put: ObjectPut): Promise<Unfinished | undefined> {
  const { ask, place, file } = put;
  const { Bucket, Key } = place;
  try {
    const { Uploads = [] } = await ask(`looking for parts of ${file.name}`, (client, abortSignal) =>
      client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: Key }), { abortSignal }),
    );
    const own = Uploads.filter((upload) => upload.Key === Key && upload.UploadId !== undefined).sort(
      (a, b) => (b.Initiated?.getTime() ?? 0) - (a.Initiated?.getTime() ?? 0),
    );
    const [newest, ...others] = own.map(({ UploadId }) => String(UploadId));
    for (const UploadId of others) await abort(put, UploadId);
    return newest === undefined ? undefined : { UploadId: newest, stored: await storedParts(put, newest) };
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

async function storedParts({ ask, place, file }: ObjectPut, UploadId: string): Promise<Unfinished["stored"]> {
  const stored = new Map<number, { etag: string; bytes: number }>();
  let PartNumberMarker: string | undefined;
  // A store that always says that there are more would keep this going. Parts that are not found are sent again.
  for (let pages = 0; pages < PART_PAGES_MAX; pages += 1) {
    const page = await ask(`looking for parts of ${file.name}`, (client, abortSignal) =>
      client.send(new ListPartsCommand({ ...place, UploadId, PartNumberMarker }), { abortSignal }),
    );
    for (const { PartNumber, ETag, Size } of page.Parts ?? []) {
      if (PartNumber !== undefined && ETag !== undefined) stored.set(PartNumber, { etag: ETag, bytes: Size ?? -1 });
    }
    if (!page.IsTruncated || page.NextPartNumberMarker === undefined) return stored;
    PartNumberMarker = page.NextPartNumberMarker;
  }
  return stored;
}

/** Removes the parts of an upload, unless the store refuses that. */
async function abort({ ask, place, file }: ObjectPut, UploadId: string): Promise<void> {
  try {
    await ask(`removing parts of ${file.name}`, (client, abortSignal) =>
      client.send(new AbortMultipartUploadCommand({ ...place, UploadId }), { abortSignal }),
    );
  } catch (error) {
    if (!(error instanceof SftpFailure)) throw error;
  }
}
