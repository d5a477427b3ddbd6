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

/** A bucket and how to access it. */
export interface S3Location {
  readonly bucket: string;
  /** Precedes every key. Empty, or without a trailing slash. */
  readonly prefix: string;
  /** Undefined for Amazon S3. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Undefined when the machine's role grants access. */
  readonly keys: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
  /** Folder of files until they are complete and uploaded. */
  readonly spoolDir: string;
}

const CONNECT_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 30_000;
const ATTEMPTS_MAX = 3;
const PIECE_BYTES = 2 * 1024 * 1024;
/** S3 allows 10,000 parts per upload. */
const PARTS_MAX = 9_000;
const PART_BYTES_MIN = 8 * 1024 * 1024;
const CONCURRENT_PARTS = 2;

/**
 * Stores files as objects of an S3-compatible store. A file is written to the local disk and uploaded when it is complete.
 * Uploads run one at a time, so that many concurrent files need no memory for parts. An object exists once its upload is
 * complete.
 */
export function createS3Store(location: S3Location): FileStore {
  const { bucket: Bucket, prefix, spoolDir } = location;
  const client = clientOf(location);
  const keyOf = (key: string) => (prefix === "" ? key : `${prefix}/${key}`);
  const below = (folder: string) =>
    folder === "" && prefix === "" ? "" : `${keyOf(folder)}${folder === "" ? "" : "/"}`;
  let sending: Promise<unknown> = Promise.resolve();

  /** Runs after the previous work has ended, even if that failed. */
  function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
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
      await withSpoolFile(spoolDir, async (file) => {
        const bytes = await onDisk(() => writeBlocks(file, content, signal));
        await oneAtATime(() => send(client, { Bucket, Key: keyOf(key), file, bytes, signal }));
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
    // An incomplete upload is not an object. The store's lifecycle rules remove its parts.
    async removeIncompleteFiles() {},
    close: () => client.destroy(),
  };
}

const clientOf = ({ endpoint, region, keys }: S3Location): S3Client =>
  new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(keys && { credentials: keys }),
    maxAttempts: ATTEMPTS_MAX,
    // Many compatible stores do not support the newer checksums. Runs have their own (SHA-256).
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: new NodeHttpHandler({ connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: IDLE_TIMEOUT_MS }),
  });

/** Runs the work with a file that was already unlinked, so that nothing is left even if the process dies. */
async function withSpoolFile(folder: string, work: (file: FileHandle) => Promise<void>): Promise<void> {
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
  const upload = new Upload({ client, params: { Bucket, Key, Body }, partSize, queueSize: CONCURRENT_PARTS });
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

/** Every response must be from the version of the object that was opened. */
interface ObjectVersion {
  readonly Bucket: string;
  readonly Key: string;
  readonly IfMatch: string | undefined;
}

function storedFile(client: S3Client, version: ObjectVersion, bytes: number): StoredFile {
  async function get(range?: ByteRange): Promise<Readable> {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const { Body } = await answer(client.send(new GetObjectCommand({ ...version, ...(Range && { Range }) })));
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

/** Throws StoreUnavailable for all errors, except those that say that the request itself is wrong. */
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
