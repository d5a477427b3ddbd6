import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { Worker } from "node:worker_threads";
import { crc32, createDeflateRaw } from "node:zlib";
import { afterAll, expect, test } from "@jest/globals";
import { largeFile, rowsIn, skuOf } from "./testing/large-file.js";
import type { LargeFile, ReadResult } from "./testing/read-large-file.js";

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

test("500 MB of a workbook's sheet are read with flat memory", async () => {
  const path = join(folder, "large.xlsx");
  await writeWorkbook(path);
  const { rows, lastSku, buffersMax } = await read({ format: "xlsx", path });
  expect([rows, lastSku]).toEqual([rowsIn("xlsx", BYTES), skuOf(rowsIn("xlsx", BYTES) - 1)]);
  expect(buffersMax).toBeLessThan(BUFFERS_MAX);
});

/** Writes a workbook piece by piece (APPNOTE 4.3): the sizes of its sheet follow its content and are in the index. */
async function writeWorkbook(path: string): Promise<void> {
  const file = createWriteStream(path);
  const index: Buffer[] = [];
  let at = 0;
  async function add(name: string, pieces: Iterable<string>): Promise<void> {
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
    for (const piece of pieces) {
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
  await add("xl/workbook.xml", ['<workbook><sheets><sheet name="P" r:id="r1"/></sheets></workbook>']);
  await add("xl/_rels/workbook.xml.rels", [
    '<Relationships><Relationship Id="r1" Target="worksheets/s.xml"/></Relationships>',
  ]);
  await add("xl/worksheets/s.xml", largeFile("xlsx", BYTES));
  const directory = Buffer.concat(index);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(3, 8);
  end.writeUInt16LE(3, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  file.end(Buffer.concat([directory, end]));
  await finished(file);
}
