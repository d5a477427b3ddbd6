import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type ObjectStore, startObjectStore } from "@skucast/testkit/start-object-store";
import { startTcpProxy } from "@skucast/testkit/tcp-proxy";
import type { FileStore } from "./file-store.js";
import { openFileStore } from "./open-file-store.js";

let objects: ObjectStore;
const dir = mkdtempSync(join(tmpdir(), "skucast-store-"));
beforeAll(async () => {
  objects = await startObjectStore();
});
afterAll(async () => {
  await objects.stop();
  rmSync(dir, { recursive: true });
});

const settingsOf = (kind: string, prefix: string) => ({
  SKUCAST_FILE_STORE: kind === "local" ? "local" : `s3://${objects.bucket}${prefix}`,
  SKUCAST_FILES_DIR: join(dir, `${kind}${prefix.replaceAll("/", "-")}`),
  SKUCAST_S3_ENDPOINT: objects.endpoint,
  SKUCAST_S3_REGION: "us-east-1",
  SKUCAST_S3_ACCESS_KEY_ID: "test",
  SKUCAST_S3_SECRET_ACCESS_KEY: "test",
});

const { signal } = new AbortController();
async function* content(...blocks: (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const block of blocks) yield Buffer.from(block);
}

describe.each([
  ["local", ""],
  ["s3", ""],
  ["s3", "/kept/here"],
])("a store that is %s, with prefix '%s'", (kind, prefix) => {
  let store: FileStore;
  let folder = "";
  let folderCount = 0;
  beforeAll(() => {
    store = openFileStore(settingsOf(kind, prefix));
  });
  afterAll(() => store.close());
  const newFolder = () => {
    folderCount += 1;
    folder = `ws_${folderCount}`;
    return folder;
  };
  const opened = async (key: string) => {
    const file = await store.open(key);
    if (!file) throw new Error("the file is not there");
    return file;
  };
  const written = async (key: string) => {
    const file = await store.open(key);
    return file && text(await file.stream());
  };

  test("returns what was written, with its size, and nothing for missing files", async () => {
    const key = `${newFolder()}/run_1/products.csv`;
    await store.write(key, content("sku,", "title\n", "A,é\n"), signal);
    const file = await store.open(key);
    expect([file?.bytes, await written(key)]).toEqual([15, "sku,title\nA,é\n"]);
    await file?.close();
    for (const other of [`${folder}/run_1/other.csv`, `${folder}/run_1`, `${folder}/run_2/products.csv`]) {
      if (other.endsWith("run_1") && kind === "local") continue; // the local store opens folders, but no caller asks for one
      expect(await store.open(other)).toBeUndefined();
    }
  });

  test("stores empty files and files of many parts byte for byte", async () => {
    const key = `${newFolder()}/run_1/large`;
    await store.write(`${folder}/run_1/empty`, content(), signal);
    expect(await written(`${folder}/run_1/empty`)).toBe("");
    const block = (n: number) => Buffer.alloc(1_000_003, `block ${n}`);
    async function* many() {
      for (let n = 0; n < 20; n += 1) yield block(n);
    }
    await store.write(key, many(), signal);
    const expected = createHash("sha256");
    for (let n = 0; n < 20; n += 1) expected.update(block(n));
    const sum = expected.digest("hex");
    const file = await opened(key);
    const inBlocks = createHash("sha256");
    const lengths: number[] = [];
    for await (const piece of file.blocks(3_000_000)) {
      inBlocks.update(piece);
      lengths.push(piece.length);
    }
    expect(lengths).toEqual([...Array(6).fill(3_000_000), 20_000_060 - 18_000_000]);
    expect(inBlocks.digest("hex")).toBe(sum);
    expect(
      createHash("sha256")
        .update(await buffer(await file.stream()))
        .digest("hex"),
    ).toBe(sum);
  });

  test("reads parts of a file: ranges as streams, and pieces up to the end", async () => {
    const key = `${newFolder()}/run_1/f`;
    await store.write(key, content("0123456789"), signal);
    const file = await opened(key);
    expect((await file.read(2, 3)).toString()).toBe("234");
    expect((await file.read(8, file.pieceBytes)).toString()).toBe("89");
    expect((await file.read(10, 5)).length).toBe(0);
    expect(await text(await file.stream({ start: 3, end: 7 }))).toBe("34567");
  });

  test("keeps the old file, and nothing else, when the content fails or the write is aborted", async () => {
    const key = `${newFolder()}/run_1/f`;
    await store.write(key, content("before"), signal);
    async function* failing() {
      yield Buffer.alloc(100_000, "x");
      throw new Error("the database is gone");
    }
    await expect(store.write(key, failing(), signal)).rejects.toThrow("the database is gone");
    const stop = new AbortController();
    async function* stopped() {
      yield Buffer.alloc(100_000, "x");
      stop.abort(new Error("stopped"));
      yield Buffer.alloc(100_000, "x");
    }
    await expect(store.write(key, stopped(), stop.signal)).rejects.toThrow("stopped");
    await expect(store.write(`${folder}/run_2/f`, failing(), signal)).rejects.toThrow("the database is gone");
    expect([await written(key), await store.open(`${folder}/run_2/f`)]).toEqual(["before", undefined]);
    const { SKUCAST_FILES_DIR: own } = settingsOf(kind, prefix);
    expect(readdirSync(own, { recursive: true }).filter((name) => /\.(part|spool)-/.test(String(name)))).toEqual([]);
  });

  test("replaces a whole file, without affecting a file with a similar name", async () => {
    const key = `${newFolder()}/run_1/f`;
    await store.write(key, content("one"), signal);
    await store.write(`${key}.2`, content("other"), signal);
    await store.write(key, content("two"), signal);
    expect([await written(key), await written(`${key}.2`)]).toEqual(["two", "other"]);
  });

  test("copies a file to another key, and reports a missing one", async () => {
    const from = `${newFolder()}/run_1/.rows`;
    await store.write(from, content("rows"), signal);
    expect(await store.copy(from, `${folder}/run_2/.rows`)).toBe(true);
    expect(await store.copy(from, `${folder}/run_2/.rows`)).toBe(true);
    expect(await store.copy(`${folder}/run_9/.rows`, `${folder}/run_3/.rows`)).toBe(false);
    await store.remove(`${folder}/run_1`);
    expect([await written(from), await written(`${folder}/run_2/.rows`)]).toEqual([undefined, "rows"]);
  });

  test("lists the folders in a folder, and removes one with its content and nothing else", async () => {
    newFolder();
    for (const name of ["run_1/a", "run_1/b", "run_10/a", "run_2/a"]) {
      await store.write(`${folder}/${name}`, content(name), signal);
    }
    expect((await store.folders(folder)).sort()).toEqual(["run_1", "run_10", "run_2"]);
    expect(await store.folders("")).toContain(folder);
    await store.remove(`${folder}/run_1`);
    await store.remove(`${folder}/run_1`);
    expect((await store.folders(folder)).sort()).toEqual(["run_10", "run_2"]);
    expect(await store.folders("ws_none")).toEqual([]);
  });

  test("writes many files at the same time", async () => {
    newFolder();
    const keys = Array.from({ length: 50 }, (_, i) => `${folder}/run_1/part_${i}`);
    await Promise.all(keys.map((key) => store.write(key, content(key), signal)));
    expect(await Promise.all(keys.map(written))).toEqual(keys);
  });
});

test("incomplete files in a local folder are removed, and nothing else", async () => {
  const store = openFileStore(settingsOf("local", ""));
  const { SKUCAST_FILES_DIR: own } = settingsOf("local", "");
  mkdirSync(join(own, "half"), { recursive: true });
  for (const name of [".part-1", "x.part-1", ".rows"]) writeFileSync(join(own, "half", name), "x");
  await store.removeIncompleteFiles("half");
  await store.removeIncompleteFiles("none");
  expect(readdirSync(join(own, "half")).sort()).toEqual([".rows", "x.part-1"]);
});

test("a store that does not answer is reported as unavailable, within its timeouts", async () => {
  const settings = { ...settingsOf("s3", ""), SKUCAST_S3_ENDPOINT: "http://127.0.0.1:9" };
  const store = openFileStore(settings);
  const unavailable = { name: "StoreUnavailable" };
  await expect(store.open("ws/run/f")).rejects.toMatchObject(unavailable);
  await expect(store.write("ws/run/f", content("x"), signal)).rejects.toMatchObject(unavailable);
  store.close();
});

test("a stream reports a store that becomes unavailable in the middle of a file", async () => {
  const line = await startTcpProxy({ host: "127.0.0.1", port: Number(new URL(objects.endpoint).port) });
  const store = openFileStore({ ...settingsOf("s3", ""), SKUCAST_S3_ENDPOINT: `http://127.0.0.1:${line.port}` });
  await store.write("ws/run/large", content(Buffer.alloc(32 * 1024 * 1024)), signal);
  const stream = await (await store.open("ws/run/large"))?.stream();
  const read = async () => {
    for await (const _bytes of stream ?? []) await line.cut();
  };
  await expect(read()).rejects.toMatchObject({ name: "StoreUnavailable" });
  store.close();
  await line.close();
});
