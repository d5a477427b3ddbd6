import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { SftpFailure } from "@skucast/sftp/sftp-failure";
import type { UploadFile } from "@skucast/sftp/upload-content";
import { type BucketRange, bucketOf } from "../product-ledger.js";

/** The lines of one product. */
export interface ProductRows {
  readonly lines: string[];
  /** Number of all rows; `lines` has no more than the maximum. */
  count: number;
}

/** Whether some rows have the product's id as their group, and another has it as its own. */
export const isMixed = ({ lines }: ProductRows): boolean =>
  lines.length > 1 && lines.some(isGrouped) && !lines.every(isGrouped);

const isGrouped = (line: string): boolean => line.startsWith('{"product_id":');

const BLOCK_BYTES = 256 * 1024;
const LINE_LENGTH_MAX = 1_000_000;

/** More variants than any shopper can tell apart mean that a group id is wrong. */
export const VARIANTS_MAX = 2_000;

/** The rows of the products in a range of buckets, by product id. Reads the files completely, in memory for that range only. */
export async function collectRows(
  files: readonly UploadFile[],
  { from, to }: BucketRange,
  signal: AbortSignal,
): Promise<Map<string, ProductRows>> {
  const products = new Map<string, ProductRows>();
  for (const file of files) {
    for await (const line of linesOf(file, signal)) {
      const id = productIdOf(line, file.name);
      const bucket = bucketOf(id);
      if (bucket < from || bucket >= to) continue;
      let rows = products.get(id);
      if (!rows) {
        rows = { lines: [], count: 0 };
        products.set(id, rows);
      }
      rows.count += 1;
      if (rows.count <= VARIANTS_MAX) rows.lines.push(line);
    }
  }
  return products;
}

/** The product's id and the variant's are the first two members, so that most rows need not be parsed. */
const START = /^\{(?:"product_id":("(?:[^"\\]|\\.)*"),)?"id":("(?:[^"\\]|\\.)*"),/;

function productIdOf(line: string, fileName: string): string {
  const found = START.exec(line);
  if (!found) {
    const detail = `${fileName} has no rows of the profile acp_feed; use a feed of a channel with that profile`;
    throw new SftpFailure("rejected", detail);
  }
  return JSON.parse(found[1] ?? found[2] ?? "");
}

async function* linesOf(file: UploadFile, signal: AbortSignal): AsyncGenerator<string> {
  const content = await file.open();
  try {
    const isGzip = (await content.read(0, 2)).equals(GZIP);
    const blocks = content.blocks(BLOCK_BYTES);
    yield* splitLines(isGzip ? gunzipped(blocks) : blocks, file.name, signal);
  } finally {
    await content.close();
  }
}

const GZIP = Buffer.from([0x1f, 0x8b]);

function gunzipped(blocks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  // A failure also ends the reading of the last stream.
  return pipeline(Readable.from(blocks), createGunzip({ chunkSize: BLOCK_BYTES }), () => {});
}

async function* splitLines(blocks: AsyncIterable<Buffer>, name: string, signal: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const block of blocks) {
    signal.throwIfAborted();
    const pieces = (rest + decoder.decode(block, { stream: true })).split("\n");
    rest = pieces.pop() ?? "";
    if (rest.length > LINE_LENGTH_MAX) {
      throw new SftpFailure("rejected", `${name} has a line of more than ${LINE_LENGTH_MAX} characters`);
    }
    yield* pieces.filter((line) => line !== "");
  }
  if (rest !== "") yield rest;
}
