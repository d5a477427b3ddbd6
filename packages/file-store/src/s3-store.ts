import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import type { ByteRange, FileStore, StoredFile } from "./file-store.js";
import { inBlocks } from "./in-blocks.js";
import { onDisk, writeBlocks } from "./local-store.js";
import { StoreUnavailable } from "./store-unavailable.js";

/** A bucket, and how it is reached. */
export interface S3Place {
  readonly bucket: string;
  /** Before every key; empty, or without a slash at its end. */
  readonly prefix: string;
  /** Undefined for Amazon's own. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Undefined where the machine has a role of its own. */
  readonly keys: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
  /** Where a file grows until it is whole and sent. */
  readonly spoolDir: string;
}

const CONNECT_TIMEOUT_MS = 5_000;
const SILENCE_TIMEOUT_MS = 30_000;
const TRIES_MAX = 3;
const PIECE_BYTES = 2 * 1024 * 1024;
/** What S3 takes in one upload: 10,000 parts. */
const PARTS_MAX = 9_000;
const PART_BYTES_MIN = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 2;

/**
 * Files as objects of an S3-compatible store. A file grows on the local disk and is sent when it is whole, one after the
 * other, so that many files side by side need no memory for parts; an object is there when its upload is complete.
 */
export function createS3Store(place: S3Place): FileStore {
  const { bucket: Bucket, prefix, spoolDir } = place;
  const client = clientOf(place);
  const keyOf = (key: string) => (prefix === "" ? key : `${prefix}/${key}`);
  const below = (folder: string) =>
    folder === "" && prefix === "" ? "" : `${keyOf(folder)}${folder === "" ? "" : "/"}`;
  let sending: Promise<unknown> = Promise.resolve();

  /** Waits for its turn, whatever became of those before. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = sending.then(work, work);
    sending = turn.catch(() => {});
    return turn;
  }

  async function* list(folder: string, Delimiter?: "/") {
    for (let ContinuationToken: string | undefined; ; ) {
      const page = await answer(
        client.send(new ListObjectsV2Command({ Bucket, Prefix: below(folder), Delimiter, ContinuationToken })),
      );
      yield page;
      ContinuationToken = page.NextContinuationToken;
      if (!page.IsTruncated || ContinuationToken === undefined) return;
    }
  }

  return {
    async write(key, content, signal) {
      await inSpool(spoolDir, async (file) => {
        const bytes = await onDisk(() => writeBlocks(file, content, signal));
        await inTurn(() => send(client, { Bucket, Key: keyOf(key), file, bytes, signal }));
      });
    },
    async open(key) {
      const head = await unlessMissing(client.send(new HeadObjectCommand({ Bucket, Key: keyOf(key) })));
      if (head?.ContentLength === undefined) return undefined;
      return storedFile(client, { Bucket, Key: keyOf(key), IfMatch: head.ETag }, head.ContentLength);
    },
    async copy(from, to) {
      const CopySource = encodeURI(`${Bucket}/${keyOf(from)}`);
      const copied = client.send(new CopyObjectCommand({ Bucket, Key: keyOf(to), CopySource }));
      return (await unlessMissing(copied)) !== undefined;
    },
    async folders(folder) {
      const names: string[] = [];
      for await (const { CommonPrefixes = [] } of list(folder, "/")) {
        for (const { Prefix = "" } of CommonPrefixes) names.push(Prefix.slice(below(folder).length, -1));
      }
      return names;
    },
    async remove(folder) {
      for await (const { Contents = [] } of list(folder)) {
        const Objects = Contents.map(({ Key }) => ({ Key }));
        if (Objects.length === 0) continue;
        const { Errors = [] } = await answer(
          client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } })),
        );
        const [first] = Errors;
        if (first) throw new Error(`${Errors.length} objects could not be removed: ${first.Code} ${first.Message}`);
      }
    },
    // An upload that was not completed is no object; the store's own rules remove its parts.
    async removeHalfWritten() {},
    close: () => client.destroy(),
  };
}

const clientOf = ({ endpoint, region, keys }: S3Place): S3Client =>
  new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(keys && { credentials: keys }),
    maxAttempts: TRIES_MAX,
    // Newer checksums are unknown to many compatible stores; runs have their own (SHA-256).
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: new NodeHttpHandler({ connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: SILENCE_TIMEOUT_MS }),
  });

/** Runs the work on a file that has no name any more: whatever happens to the process, nothing of it stays. */
async function inSpool(folder: string, work: (file: FileHandle) => Promise<void>): Promise<void> {
  const path = join(folder, `.spool-${randomUUID()}`);
  const file = await onDisk(async () => {
    await mkdir(folder, { recursive: true });
    return await open(path, "wx+", 0o600);
  });
  try {
    await rm(path);
    await work(file);
  } finally {
    await file.close();
  }
}

interface Sending {
  readonly Bucket: string;
  readonly Key: string;
  readonly file: FileHandle;
  readonly bytes: number;
  readonly signal: AbortSignal;
}

async function send(client: S3Client, { Bucket, Key, file, bytes, signal }: Sending): Promise<void> {
  signal.throwIfAborted();
  const Body = bytes === 0 ? Readable.from([]) : file.createReadStream({ start: 0, end: bytes - 1, autoClose: false });
  const partSize = Math.max(PART_BYTES_MIN, Math.ceil(bytes / PARTS_MAX));
  const upload = new Upload({ client, params: { Bucket, Key, Body }, partSize, queueSize: PARTS_AT_ONCE });
  const abort = () => void upload.abort();
  signal.addEventListener("abort", abort, { once: true });
  try {
    await answer(upload.done());
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", abort);
    Body.destroy();
  }
}

/** Every answer must be of the object that was found when it was opened. */
interface Found {
  readonly Bucket: string;
  readonly Key: string;
  readonly IfMatch: string | undefined;
}

function storedFile(client: S3Client, found: Found, bytes: number): StoredFile {
  async function get(range?: ByteRange): Promise<Readable> {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const { Body } = await answer(client.send(new GetObjectCommand({ ...found, ...(Range && { Range }) })));
    if (!(Body instanceof Readable)) throw new Error("the store answered without a body");
    return Body;
  }
  return {
    bytes,
    pieceBytes: PIECE_BYTES,
    async read(offset, length) {
      const end = Math.min(offset + length, bytes) - 1;
      return end < offset ? Buffer.alloc(0) : answer(buffer(await get({ start: offset, end })));
    },
    async *blocks(blockBytes) {
      if (bytes > 0) yield* inBlocks(answered(await get()), blockBytes);
    },
    stream: async (range) => Readable.from(bytes === 0 ? [] : answered(await get(range)), { objectMode: false }),
    async close() {},
  };
}

const MISSING: ReadonlySet<string> = new Set(["NotFound", "NoSuchKey"]);

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await answer(work);
  } catch (error) {
    if (error instanceof Error && MISSING.has(error.name)) return undefined;
    throw error;
  }
}

/** What the store answers, or StoreUnavailable unless it says that the request itself is wrong. */
async function answer<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isRefusal(error) ? error : new StoreUnavailable(error);
  }
}

async function* answered(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = body[Symbol.asyncIterator]();
  try {
    for (let next = await answer(chunks.next()); !next.done; next = await answer(chunks.next())) yield next.value;
  } finally {
    await chunks.return?.();
  }
}

const TRANSIENT_STATUS: ReadonlySet<number> = new Set([408, 429]);

function isRefusal(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  const { httpStatusCode: status = 0 } = error.$metadata;
  return status >= 400 && status < 500 && !TRANSIENT_STATUS.has(status);
}
