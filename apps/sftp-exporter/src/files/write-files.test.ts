import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { FileStore } from "@skucast/file-store/file-store";
import { createLocalStore } from "@skucast/file-store/local-store";
import { writeFiles } from "./write-files.js";

let folder: string;
let store: FileStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "skucast-write-"));
  store = createLocalStore(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const { signal } = new AbortController();
/** Larger than every buffer on the way: blocks have up to 512 kB, and gzip returns pieces of 256 kB. */
const LARGE = Array.from({ length: 40 }, (_, i) => randomBytes((i * 37_003) % 500_009));
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

const to = (key: string) => ({ files: store, key, compression: "none", entryName: key, signal }) as const;

test("blocks arrive in their files, complete and in order, for any interleaving", async () => {
  const files = await writeFiles([to("a"), to("b")], async ([a, b]) => {
    for (const [i, block] of LARGE.entries()) {
      await a?.(block);
      if (i % 3 === 0) await b?.(block);
    }
  });
  const expected = [LARGE, LARGE.filter((_, i) => i % 3 === 0)].map((blocks) => Buffer.concat(blocks));
  const factsOf = (bytes: Buffer) => ({ bytes: bytes.length, sha256: sha256(bytes) });
  expect(["a", "b"].map((name) => factsOf(readFileSync(join(folder, name))))).toEqual(expected.map(factsOf));
  expect(files).toEqual(expected.map(factsOf));
});

test("when the producer fails, nothing is left and its error is thrown", async () => {
  const failing = writeFiles([to("a"), to("b")], async ([a]) => {
    await a?.(Buffer.from("x"));
    throw new Error("the database is gone");
  });
  await expect(failing).rejects.toThrow("the database is gone");
  expect(readdirSync(folder)).toEqual([]);
});

test("when one file cannot be written, the producer stops, no other file is stored and the error is thrown", async () => {
  let blockCount = 0;
  writeFileSync(join(folder, "taken"), "no folder");
  const failing = writeFiles([to("a"), to("taken/b")], async (puts) => {
    for (; blockCount < 1_000; blockCount += 1) for (const put of puts) await put(Buffer.from("x"));
  });
  await expect(failing).rejects.toThrow(/EEXIST|ENOTDIR/);
  expect(blockCount).toBeLessThan(1_000);
  expect(readdirSync(folder)).toEqual(["taken"]);
});

test("two concurrent writes of the same file, one of which lost its lease, do not affect each other", async () => {
  const blocks =
    (text: string) =>
    async ([put]: readonly ((block: Buffer) => Promise<void>)[]) => {
      for (let i = 0; i < 500; i += 1) await put?.(Buffer.from(text));
    };
  await Promise.all([writeFiles([to("a")], blocks("one")), writeFiles([to("a")], blocks("two"))]);
  expect(readdirSync(folder)).toEqual(["a"]);
  expect(readFileSync(join(folder, "a"), "utf8")).toMatch(/^((one){500}|(two){500})$/);
});

test("gzip is deterministic, decompresses to the content, and leaves nothing after a failure", async () => {
  const content = async ([put]: readonly ((block: Buffer) => Promise<void>)[]) => {
    for (const block of LARGE) await put?.(block);
    for (let i = 0; i < 50; i += 1) await put?.(Buffer.alloc(100_000, `row ${i % 7}`));
  };
  const zipped = (key: string) => ({ ...to(key), compression: "gzip" }) as const;
  const [one] = await writeFiles([zipped("one")], content);
  const [other] = await writeFiles([zipped("other")], content);
  expect(one).toEqual(other);
  const zeroToSeven = Array.from({ length: 50 }, (_, i) => Buffer.alloc(100_000, `row ${i % 7}`));
  const unpacked = gunzipSync(readFileSync(join(folder, "one")));
  expect(sha256(unpacked)).toBe(sha256(Buffer.concat([...LARGE, ...zeroToSeven])));
  const failing = writeFiles([zipped("third")], async (puts) => {
    await content(puts);
    throw new Error("the database is gone");
  });
  await expect(failing).rejects.toThrow("the database is gone");
  expect(readdirSync(folder).sort()).toEqual(["one", "other"]);
});

test.each(["none", "gzip"] as const)(
  "an aborted write throws the reason of the signal, with compression %s",
  async (compression) => {
    const stop = new AbortController();
    const write = { ...to("a"), compression, signal: stop.signal };
    const stopped = writeFiles([write], async ([put]) => {
      for (let i = 0; i < 20; i += 1) {
        if (i === 5) stop.abort(new Error("the exporter stops"));
        await put?.(Buffer.alloc(300_000, `row ${i}`));
      }
    });
    await expect(stopped).rejects.toThrow(/^the exporter stops$/);
    expect(readdirSync(folder)).toEqual([]);
  },
);
