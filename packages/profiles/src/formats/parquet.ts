import { zstdCompressSync } from "node:zlib";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import type { Cell } from "../channel/cell.js";
import { type RowIssue, warning } from "../channel/issue.js";
import { requirementOf, schemaOf, type Value, valueFor } from "./parquet-columns.js";
import type { Format, RowWriter, WriterOptions } from "./row-writer.js";

/** A row group is held in memory until it is written, so it is bounded by rows and by length. */
const GROUP_ROWS_MAX = 5_000;
const GROUP_LENGTH_MAX = 4_000_000;

/**
 * Apache Parquet: strings as UTF-8, integers as 64 bits, other numbers as doubles, amounts as DECIMAL and date-times as
 * TIMESTAMP where the profile says so, lists of strings as lists, other lists and objects as JSON. Every column is present
 * and nullable. The columns are compressed with Snappy, which every reader supports, or with Zstandard.
 */
export const parquet: Format = {
  extension: "parquet",
  contentType: "application/vnd.apache.parquet",
  collectsRows: true,
  writer: createWriter,
  issuesOf,
};

function createWriter(columns: readonly Column[], { compression }: WriterOptions = {}): RowWriter {
  const bytes = new ByteWriter();
  const file = new ParquetWriter({
    writer: bytes,
    schema: [{ name: "product", num_children: columns.length }, ...columns.flatMap(schemaOf)],
    codec: compression === "zstd" ? "ZSTD" : "SNAPPY",
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
    // No await: the bytes are in memory when the call returns.
    void file.write({ columnData, rowGroupSize: rowCount });
    group = columns.map(() => []);
    rowCount = 0;
    length = 0;
  }

  /** The bytes written since the last call; the buffer is reused. */
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

/** The approximate memory of a value; for lists and objects the length of their JSON. */
function lengthOf(value: Value): number {
  if (typeof value === "string") return value.length;
  return typeof value === "object" && value !== null ? JSON.stringify(value).length : 8;
}

/** Such values come only from overrides and rules: products have exact amounts and valid dates. */
function issuesOf(cells: readonly Cell[], columns: readonly Column[]): RowIssue[] {
  return columns.flatMap((column, place) => {
    const requirement = requirementOf(column);
    const cell = cells[place];
    if (requirement === undefined || cell === undefined || cell === "" || valueFor(cell, column) !== null) return [];
    return [warning("changed_by_format", column.name, `left out of Parquet: must be ${requirement}`)];
  });
}
