import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type ObjectStore, startObjectStore } from "@skucast/testkit/start-object-store";
import type { FileStore, StoredFile } from "./file-store.js";
import { openFileStore } from "./open-file-store.js";

const KIB = 1024;
/** Around the sizes of SSH packets and blocks, and larger than every buffer on the way: two parts of an S3 upload are 16 MiB. */
const SIZES = [
  0, 1, 31_951, 31_952, 31_953, 32_768, 261_120, 262_143, 262_144, 262_145, 294_095, 294_096, 294_097, 2_500_000,
  20_000_000,
];
const BLOCK_SIZES = [31_952, 256 * KIB];
const { signal } = new AbortController();

let objects: ObjectStore;
const dir = mkdtempSync(join(tmpdir(), "skucast-blocks-"));
beforeAll(async () => {
  objects = await startObjectStore();
});
afterAll(async () => {
  await objects.stop();
  rmSync(dir, { recursive: true });
});

const storeOf = (kind: string): FileStore =>
  openFileStore({
    SKUCAST_FILE_STORE: kind === "local" ? "local" : `s3://${objects.bucket}`,
    SKUCAST_FILES_DIR: join(dir, kind),
    SKUCAST_S3_ENDPOINT: objects.endpoint,
    SKUCAST_S3_REGION: "us-east-1",
    SKUCAST_S3_ACCESS_KEY_ID: "test",
    SKUCAST_S3_SECRET_ACCESS_KEY: "test",
  });

const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

async function* cut(bytes: Buffer, blockBytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += blockBytes) yield bytes.subarray(at, at + blockBytes);
}

async function allBlocks(file: StoredFile, blockBytes: number): Promise<Buffer[]> {
  const blocks: Buffer[] = [];
  for await (const block of file.blocks(blockBytes)) blocks.push(block);
  return blocks;
}

describe.each(["local", "s3"])("the blocks of a file in a store that is %s", (kind) => {
  let store: FileStore;
  beforeAll(() => {
    store = storeOf(kind);
  });
  afterAll(() => store.close());

  async function opened(key: string): Promise<StoredFile> {
    const file = await store.open(key);
    if (!file) throw new Error(`${key} is missing`);
    return file;
  }

  test.each(SIZES)("of %d bytes equal the file, even if they are all kept and read at the end", async (size) => {
    const bytes = randomBytes(size);
    const key = `ws_1/run_${size}/products.csv`;
    await store.write(key, cut(bytes, 100_003), signal);
    const file = await opened(key);
    for (const blockBytes of BLOCK_SIZES) {
      const blocks = await allBlocks(file, blockBytes);
      expect(blocks.slice(0, -1).every(({ length }) => length === blockBytes)).toBe(true);
      expect(sha256(Buffer.concat(blocks))).toBe(sha256(bytes));
    }
    await file.close();
    const streamed = await buffer(await (await opened(key)).stream());
    expect(sha256(streamed)).toBe(sha256(bytes));
  });

  test("share no memory, so a receiver may change a block", async () => {
    const key = "ws_1/run_kept/products.csv";
    await store.write(key, cut(randomBytes(1_000_000), 100_003), signal);
    const file = await opened(key);
    const blocks = await allBlocks(file, 256 * KIB);
    await file.close();
    expect(new Set(blocks.map((block) => block.buffer)).size).toBe(blocks.length);
  });

  test("can be written to another file without being changed", async () => {
    const bytes = randomBytes(20_000_000);
    await store.write("ws_1/run_from/products.csv", cut(bytes, 100_003), signal);
    const from = await opened("ws_1/run_from/products.csv");
    const passed = [] as Buffer[];
    async function* recorded() {
      for await (const block of from.blocks(256 * KIB)) {
        passed.push(block);
        yield block;
      }
    }
    await store.write("ws_1/run_to/products.csv", recorded(), signal);
    await from.close();
    const arrived = await buffer(await (await opened("ws_1/run_to/products.csv")).stream());
    expect([sha256(arrived), sha256(Buffer.concat(passed))]).toEqual([sha256(bytes), sha256(bytes)]);
  });
});
