import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import type { Feed } from "@skucast/contracts/feeds/feed";
import { parse } from "csv-parse/sync";
import { SaxesParser } from "saxes";

/** A row as an independent reader sees it: empty columns are absent. */
export type ReadRow = Record<string, unknown>;

/** Reads a file's rows with a library for its format; throws if the library rejects the file. */
export async function readRows(format: Feed["format"], file: Buffer): Promise<ReadRow[]> {
  switch (format) {
    case "csv":
      return cellsWithValues(parse(file, { columns: true }));
    case "tsv":
      return cellsWithValues(parse(file, { columns: true, delimiter: "\t", quote: false }));
    case "jsonl":
      return utf8(file)
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line));
    case "json":
      return JSON.parse(utf8(file));
    case "xml":
    case "xml_rss":
      return xmlItems(utf8(file));
    case "parquet":
      return parquetRows(file);
  }
}

/** Decodes UTF-8: throws for invalid bytes, and keeps a byte order mark. */
export const utf8 = (file: Buffer): string => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(file);

const cellsWithValues = (rows: Record<string, string>[]): ReadRow[] =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== "")));

/** The items of a feed: repeated elements become lists, elements with inner elements objects. */
function xmlItems(text: string): ReadRow[] {
  const parser = new SaxesParser({ xmlns: true });
  const items: ReadRow[] = [];
  const open: { name: string; text: string; inner: ReadRow }[] = [];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", (tag) => {
    if (tag.name.startsWith("g:") && tag.uri !== "http://base.google.com/ns/1.0") throw new Error("another namespace");
    open.push({ name: tag.local, text: "", inner: {} });
  });
  parser.on("text", (text) => {
    const top = open.at(-1);
    if (top) top.text += text;
  });
  parser.on("closetag", () => {
    const { name, text, inner } = open.pop() ?? { name: "", text: "", inner: {} };
    if (name === "item") items.push(inner);
    const outer = open.at(-1)?.inner;
    if (!outer) return;
    const value = Object.keys(inner).length > 0 ? inner : text;
    outer[name] = name in outer ? [outer[name], value].flat() : value;
  });
  parser.write(text).close();
  return items;
}

async function parquetRows(file: Buffer): Promise<ReadRow[]> {
  // As JSON, because the binding would remove a byte order mark at the start of a string.
  const rows = await queryParquet(file, "SELECT to_json(r)::VARCHAR FROM file r");
  return rows.map(([json]) => withoutNulls(JSON.parse(String(json))));
}

/** Queries a Parquet file with DuckDB, as the table `file`. */
export async function queryParquet(file: Buffer, sql: string): Promise<unknown[][]> {
  const folder = mkdtempSync(join(tmpdir(), "skucast-parquet-"));
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  try {
    const path = join(folder, "file.parquet");
    writeFileSync(path, file);
    await connection.run(`CREATE VIEW file AS FROM read_parquet('${path}')`);
    const reader = await connection.runAndReadAll(sql);
    return reader.getRows();
  } finally {
    connection.closeSync();
    instance.closeSync();
    rmSync(folder, { recursive: true });
  }
}

const withoutNulls = (row: ReadRow): ReadRow =>
  Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== null));
