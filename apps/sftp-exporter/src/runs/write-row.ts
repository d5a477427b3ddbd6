import type { CompiledChannel } from "@skucast/profiles/channel/compile-channel";
import { type FormatIssuesOf, type MappedDocument, mapDocument } from "@skucast/profiles/channel/map-document";
import { idPlaceOf } from "@skucast/profiles/channel/tombstones";
import { publishedFactsOf } from "../rows/published-facts.js";
import { hashBytes, hashed } from "../rows/row-hash.js";
import type { HashSet } from "../rows/row-set.js";
import type { ShardFile } from "../rows/shard-file.js";
import type { Tally } from "./tally.js";

export interface WriteRowOptions {
  readonly channel: CompiledChannel;
  readonly tally: Tally;
  /** Rows that are not written because every partner has them; undefined when all rows are written. */
  readonly known: HashSet | undefined;
  /** Undefined when the format can represent every value. */
  readonly formatIssuesOf: FormatIssuesOf | undefined;
  /** Whether the format's writer collects rows and cannot return the bytes of a single row. */
  readonly collectsRows: boolean;
}

export interface WrittenRow {
  /** NaN when the row has no price. */
  price: number;
  /** The product's id in the file; undefined when it is the SKU. */
  id: string | undefined;
}

/**
 * Creates the row of the product whose JSON is in `lines` from `start` to `end`, hashes it, and writes it unless it is
 * known. The result is valid until the next call. Undefined if the product has no row, because it is not valid for the
 * channel or a rule excludes it.
 */
export type WriteRow = (shard: ShardFile, lines: Buffer, start: number, end: number) => WrittenRow | undefined;

export function createWriteRow({ channel, tally, known, formatIssuesOf, collectsRows }: WriteRowOptions): WriteRow {
  const published = publishedFactsOf(channel.columns);
  const idPlace = idPlaceOf(channel.columns);
  const made: WrittenRow = { price: Number.NaN, id: undefined };
  const isKnown = () => known?.has(hashed.high, hashed.low) === true;

  /** Appends the row, to be hashed, and removes it again when it is known. */
  function append(shard: ShardFile, { cells }: MappedDocument): void {
    const { out } = shard;
    const before = out.at;
    shard.append(shard.writer.row(cells));
    hashBytes(out.view, before, out.at);
    if (isKnown()) out.at = before;
    else shard.rows += 1;
  }

  function collect(shard: ShardFile, row: MappedDocument): void {
    hashCells(row);
    if (isKnown()) return;
    shard.rows += 1;
    shard.append(shard.writer.row(row.cells));
  }

  const write = collectsRows ? collect : append;

  return (shard, lines, start, end) => {
    const row = mapDocument(channel, lines.toString("utf8", start, end), formatIssuesOf);
    for (const issue of row.issues) tally.issues.add(issue);
    if (!row.isValid) {
      tally[row.isExcluded ? "excluded" : "invalid"] += 1;
      return undefined;
    }
    write(shard, row);
    tally.written += 1;
    if (published.isOutOfStock(row.cells)) tally.outOfStock += 1;
    if (row.issues.length > 0) tally.warnings += 1;
    made.price = published.price(row.cells);
    const id = row.cells[idPlace];
    made.id = id === row.sku ? undefined : String(id);
    if (made.id !== undefined) tally.changedIds += 1;
    return made;
  };
}

/** A writer that collects rows returns no bytes of a single row, so the cells are hashed instead. */
function hashCells({ cells }: MappedDocument): void {
  const { buffer, byteOffset, length } = Buffer.from(JSON.stringify(cells));
  hashBytes(new DataView(buffer, byteOffset, length), 0, length);
}
