import { parentPort, workerData } from "node:worker_threads";
import type { ImportFormat } from "@skucast/contracts/imports/import";
import { FORMATS, type TextFormat } from "../formats.js";
import type { Compression } from "../open-file.js";
import { openRows } from "../open-rows.js";
import type { RawRow } from "../row.js";
import { largeFile } from "./large-file.js";

/** What a worker reads: a generated text of about this size, or a file. */
export type LargeFile =
  | { readonly format: TextFormat; readonly bytes: number }
  | { readonly format: ImportFormat; readonly path: string; readonly compression: Compression };

export interface ReadResult {
  readonly rows: number;
  readonly lastSku: string;
  /** The most memory outside of the JavaScript heap that was used, in bytes. */
  readonly buffersMax: number;
}

const result = await read(workerData as LargeFile);
parentPort?.postMessage(result);

async function read(file: LargeFile): Promise<ReadResult> {
  let rows = 0;
  let last: RawRow | undefined;
  let buffersMax = 0;
  for await (const some of rowsOf(file)) {
    rows += some.length;
    last = some.at(-1) ?? last;
    buffersMax = Math.max(buffersMax, process.memoryUsage().arrayBuffers);
  }
  return { rows, lastSku: String(last?.cells?.[0] ?? last?.members?.sku), buffersMax };
}

function rowsOf(file: LargeFile): AsyncIterable<readonly RawRow[]> {
  const plan = { delimiter: file.format === "tsv" ? "\t" : ",", encoding: undefined, rows: undefined };
  if ("path" in file) {
    const { path, format, compression } = file;
    return openRows(path, { ...plan, format, compression }).rows;
  }
  return FORMATS[file.format](chunksOf(largeFile(file.format, file.bytes)), plan);
}

async function* chunksOf(pieces: Iterable<string>): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece);
}
