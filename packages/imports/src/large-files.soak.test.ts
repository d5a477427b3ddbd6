import { createReadStream, createWriteStream, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { Worker } from "node:worker_threads";
import { crc32, createDeflateRaw, createGzip } from "node:zlib";
import { afterAll, describe, expect, test } from "@jest/globals";
import { largeFile, rowsIn, skuOf } from "./testing/large-file.js";
import type { LargeFile, ReadResult } from "./testing/read-large-file.js";
import { unwrapWorkbook } from "./unwrap-workbook.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-large-"));
afterAll(() => rmSync(folder, { recursive: true }));

const BYTES = 500_000_000;
/** The heap of the thread that reads: a file that were kept would exceed it at once. */
const HEAP_MB = 48;
const BUFFERS_MAX = 64_000_000;

/** Reads a file in a thread that ends with an error when its heap grows beyond the limit. */
function read(file: LargeFile): Promise<ReadResult> {
  const worker = new Worker(new URL("./testing/read-large-file.ts", import.meta.url), {
    workerData: file,
    execArgv: [
      "--conditions=skucast-source",
      "--import",
      new URL("../../../scripts/dev/load-sources.mjs", import.meta.url).href,
    ],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 16 },
  });
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

test.each(["csv", "tsv", "jsonl", "json", "xml"] as const)("500 MB of %s are read with flat memory", async (format) => {
  const { rows, lastSku, buffersMax } = await read({ format, bytes: BYTES });
  const expected = rowsIn(format, BYTES);
  expect([rows, lastSku]).toEqual([expected + (format === "csv" || format === "tsv" ? 1 : 0), skuOf(expected - 1)]);
  expect(buffersMax).toBeLessThan(BUFFERS_MAX);
});

/** The name of each format's file in an archive. */
const NAMES = { csv: "products.csv", json: "products.json", xml: "products.xml", xlsx: "products.xlsx" } as const;

describe.each(["csv", "json", "xml"] as const)("500 MB of %s", (format) => {
  test.each(["gzip", "zip"] as const)("in %s are read with flat memory", async (compression) => {
    const path = join(folder, `${format}.${compression}`);
    if (compression === "gzip") await writeGzip(path, largeFile(format, BYTES));
    else await writeZip(path, [[NAMES[format], largeFile(format, BYTES)]]);
    const { rows, lastSku, buffersMax } = await read({ format, path, compression });
    const expected = rowsIn(format, BYTES);
    expect([rows, lastSku]).toEqual([expected + (format === "csv" ? 1 : 0), skuOf(expected - 1)]);
    expect(buffersMax).toBeLessThan(BUFFERS_MAX);
    rmSync(path);
  });
});

test.each(["none", "gzip", "zip"] as const)(
  "500 MB of a workbook's sheet, with compression %s around it, are read with flat memory",
  async (compression) => {
    const path = join(folder, `large.${compression}.xlsx`);
    await writeWorkbook(path);
    if (compression !== "none") {
      const archive = join(folder, "workbook.archive");
      if (compression === "gzip") await writeGzip(archive, createReadStream(path));
      else await writeZip(archive, [[NAMES.xlsx, createReadStream(path)]]);
      renameSync(archive, path);
      expect(await unwrapWorkbook(path)).toBeGreaterThan(1_000_000);
    }
    const { rows, lastSku, buffersMax } = await read({ format: "xlsx", path, compression: "none" });
    expect([rows, lastSku]).toEqual([rowsIn("xlsx", BYTES), skuOf(rowsIn("xlsx", BYTES) - 1)]);
    expect(buffersMax).toBeLessThan(BUFFERS_MAX);
    rmSync(path);
  },
);

type Pieces = Iterable<string> | AsyncIterable<Buffer>;

const writeGzip = (path: string, pieces: Pieces): Promise<void> =>
  pipeline(Readable.from(pieces), createGzip({ level: 1 }), createWriteStream(path));

const writeWorkbook = (path: string): Promise<void> =>
  writeZip(path, [
    ["xl/workbook.xml", ['<workbook><sheets><sheet name="P" r:id="r1"/></sheets></workbook>']],
    [
      "xl/_rels/workbook.xml.rels",
      ['<Relationships><Relationship Id="r1" Target="worksheets/s.xml"/></Relationships>'],
    ],
    ["xl/worksheets/s.xml", largeFile("xlsx", BYTES)],
  ]);

/** Writes an archive piece by piece (APPNOTE 4.3): the sizes of each file follow its content and are in the index. */
async function writeZip(path: string, files: readonly (readonly [name: string, pieces: Pieces])[]): Promise<void> {
  const file = createWriteStream(path);
  const index: Buffer[] = [];
  let at = 0;
  async function add(name: string, pieces: Pieces): Promise<void> {
    const start = at;
    const sums = { crc: 0, packed: 0, size: 0 };
    const header = (flags: number): Buffer => {
      const fields = Buffer.alloc(26);
      for (const [i, value] of [20, flags, 8].entries()) fields.writeUInt16LE(value, i * 2);
      for (const [i, value] of [sums.crc, sums.packed, sums.size].entries()) fields.writeUInt32LE(value, 10 + i * 4);
      fields.writeUInt16LE(name.length, 22);
      return fields;
    };
    const write = (bytes: Uint8Array): boolean => {
      at += bytes.length;
      return file.write(bytes);
    };
    write(Buffer.concat([Buffer.from("PK\x03\x04"), header(8), Buffer.from(name)]));
    const deflate = createDeflateRaw({ level: 1 });
    deflate.on("data", (bytes: Buffer) => {
      sums.packed += bytes.length;
      write(bytes);
    });
    for await (const piece of pieces) {
      const bytes = Buffer.from(piece);
      sums.crc = crc32(bytes, sums.crc);
      sums.size += bytes.length;
      if (!deflate.write(bytes)) await new Promise((resolve) => deflate.once("drain", resolve));
    }
    deflate.end();
    await finished(deflate);
    const descriptor = Buffer.alloc(16);
    descriptor.write("PK\x07\x08", "latin1");
    for (const [i, value] of [sums.crc, sums.packed, sums.size].entries()) descriptor.writeUInt32LE(value, 4 + i * 4);
    write(descriptor);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(start, 10);
    index.push(Buffer.from("PK\x01\x02"), Buffer.from([20, 0]), header(8), place, Buffer.from(name));
  }
  for (const [name, pieces] of files) await add(name, pieces);
  const directory = Buffer.concat(index);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  file.end(Buffer.concat([directory, end]));
  await finished(file);
}
