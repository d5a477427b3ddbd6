import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { zipped } from "./zip.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-zip-"));
afterAll(() => rmSync(folder, { recursive: true }));

const signal = new AbortController().signal;

async function archiveOf(content: readonly Buffer[], zip64Bytes?: number): Promise<Buffer> {
  async function* blocks() {
    yield* content;
  }
  const pieces: Buffer[] = [];
  const options = { entryName: "products-ü.csv", signal, ...(zip64Bytes !== undefined && { zip64Bytes }) };
  for await (const piece of zipped(blocks(), options)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Unpacks the archive with the reader of Python, which checks its sizes and checksum. */
function unpacked(archive: Buffer): { names: string[]; content: Buffer } {
  const path = join(folder, "a.zip");
  const target = join(folder, "content");
  writeFileSync(path, archive);
  const program =
    "import sys, zipfile, json\nz = zipfile.ZipFile(sys.argv[1])\n" +
    "open(sys.argv[2], 'wb').write(z.read(list(z.NameToInfo)[0]))\nprint(json.dumps(list(z.NameToInfo)))";
  const names = JSON.parse(execFileSync("python3", ["-c", program, path, target], { encoding: "utf8" }));
  return { names, content: readFileSync(target) };
}

test.each<[string, Buffer[], number | undefined]>([
  ["an empty file", [], undefined],
  ["a small file", [Buffer.from("sku\nA\n")], undefined],
  ["blocks larger than every buffer", [randomBytes(700_000), Buffer.alloc(3_000_000, "a"), randomBytes(1)], undefined],
  ["sizes that need ZIP64", [randomBytes(5_000), Buffer.alloc(90_000, "b")], 1_000],
  ["a content that needs ZIP64 in a short archive", [Buffer.alloc(90_000, "b")], 50_000],
])("%s arrives byte by byte", async (_, content, zip64Bytes) => {
  const archive = await archiveOf(content, zip64Bytes);
  const { names, content: found } = unpacked(archive);
  expect(names).toEqual(["products-ü.csv"]);
  expect(found.equals(Buffer.concat(content))).toBe(true);
  expect((await archiveOf(content, zip64Bytes)).equals(archive)).toBe(true);
});

test("content that fails ends the archive with its error", async () => {
  async function* failing(): AsyncGenerator<Buffer> {
    yield Buffer.alloc(1_000_000, "a");
    throw new Error("the disk is gone");
  }
  const read = async () => {
    for await (const _ of zipped(failing(), { entryName: "a", signal }));
  };
  await expect(read()).rejects.toThrow("the disk is gone");
});
