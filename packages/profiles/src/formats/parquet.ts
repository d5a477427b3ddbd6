import { zstdCompressSync } from "node:zlib";
import type { Column, ColumnType } from "@skucast/contracts/channel-profiles/column";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import type { Cell } from "../channel/cell.js";
import { itemsOf } from "./cell-text.js";
import { cleanJson, cleanText } from "./clean-text.js";
import type { Format, RowWriter } from "./row-writer.js";

/** Rows of a group are held in memory until it is written: so many, or fewer long ones. */
const GROUP_ROWS_MAX = 5_000;
const GROUP_LENGTH_MAX = 4_000_000;

/**
 * Apache Parquet, compressed with Zstandard: texts as UTF-8, whole numbers as 64 bits, numbers as doubles, lists of texts
 * as lists, other lists and objects as JSON. Every column is there, and may be null.
 */
export const parquet: Format = {
  extension: "parquet",
  contentType: "application/vnd.apache.parquet",
  collectsRows: true,
  writer: (columns) => createWriter(columns),
};

type Kind = "text" | "integer" | "decimal" | "boolean" | "texts" | "json";

const KINDS: Readonly<Record<ColumnType, Kind>> = {
  text: "text",
  url: "text",
  enum: "text",
  moment: "text",
  sale_window: "text",
  integer: "integer",
  decimal: "decimal",
  decimal_text: "text",
  boolean: "boolean",
  money: "text",
  sale_money: "text",
  gtin: "text",
  presence: "boolean",
  absence: "boolean",
  comma_list: "texts",
  shipping: "texts",
  shipping_money: "text",
  variant_options: "texts",
  list: "json",
  object: "json",
  measures: "json",
  measure: "text",
};

type Schema = ConstructorParameters<typeof ParquetWriter>[0]["schema"];
type Value = string | number | bigint | boolean | readonly unknown[] | Readonly<Record<string, unknown>> | null;

function createWriter(columns: readonly Column[]): RowWriter {
  const bytes = new ByteWriter();
  const file = new ParquetWriter({
    writer: bytes,
    schema: [{ name: "product", num_children: columns.length }, ...columns.flatMap(schemaOf)],
    codec: "ZSTD",
    compressors: { ZSTD: (input) => zstdCompressSync(input) },
    statistics: false,
    createdBy: "skucast",
  });
  let group: Value[][] = columns.map(() => []);
  let rowCount = 0;
  let length = 0;

  function writeGroup(): void {
    if (rowCount === 0) return;
    const columnData = columns.map(({ name }, i) => ({ name, data: group[i] as Value[], offsetIndex: false }));
    // A writer to memory has nothing to wait for: the bytes are there when the call returns.
    void file.write({ columnData, rowGroupSize: rowCount });
    group = columns.map(() => []);
    rowCount = 0;
    length = 0;
  }

  /** What was written since the last time; its place in the buffer is used again. */
  function taken(): Uint8Array {
    const piece = bytes.getBytes();
    bytes.index = 0;
    return piece;
  }

  return {
    header: taken,
    row: (cells) => {
      for (const [place, column] of columns.entries()) {
        const value = valueFor(cells[place], column);
        (group[place] as Value[]).push(value);
        length += lengthOf(value);
      }
      rowCount += 1;
      if (rowCount < GROUP_ROWS_MAX && length < GROUP_LENGTH_MAX) return "";
      writeGroup();
      return taken();
    },
    footer: () => {
      writeGroup();
      void file.finish();
      return taken();
    },
  };
}

/** About how much memory a value takes; lists and objects by their JSON. */
function lengthOf(value: Value): number {
  if (typeof value === "string") return value.length;
  return typeof value === "object" && value !== null ? JSON.stringify(value).length : 8;
}

function schemaOf({ name, type }: Column): Schema {
  const optional = { repetition_type: "OPTIONAL" } as const;
  const text = { type: "BYTE_ARRAY", converted_type: "UTF8", ...optional } as const;
  switch (KINDS[type]) {
    case "text":
      return [{ name, ...text }];
    case "integer":
      return [{ name, type: "INT64", ...optional }];
    case "decimal":
      return [{ name, type: "DOUBLE", ...optional }];
    case "boolean":
      return [{ name, type: "BOOLEAN", ...optional }];
    case "json":
      return [{ name, type: "BYTE_ARRAY", converted_type: "JSON", ...optional }];
    case "texts":
      return [
        { name, converted_type: "LIST", num_children: 1, ...optional },
        { name: "list", repetition_type: "REPEATED", num_children: 1 },
        { name: "element", ...text },
      ];
  }
}

function valueFor(cell: Cell, column: Column): Value {
  if (cell === undefined || cell === "") return null;
  switch (KINDS[column.type]) {
    case "text":
      return cleanText(String(cell));
    case "integer":
      return BigInt(Math.trunc(Number(cell)));
    case "decimal":
      return Number(cell);
    case "boolean":
      return cell === true;
    case "texts":
      return Array.isArray(cell)
        ? itemsOf(cell, column).map((item) => cleanText(String(item)))
        : [cleanText(String(cell))];
    case "json":
      return JSON.parse(cleanJson(cell));
  }
}
