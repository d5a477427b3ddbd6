import type { CompiledChannel } from "@skucast/profiles/channel/compile-channel";
import { type FormatIssuesOf, type MappedDocument, mapDocument } from "@skucast/profiles/channel/map-document";
import { idPlaceOf } from "@skucast/profiles/channel/tombstones";
import type { DirectRows } from "@skucast/profiles/direct/direct-rows";
import { hashBytes, hashed } from "@skucast/profiles/direct/row-hash";
import { publishedFactsOf } from "../rows/published-facts.js";
import type { HashSet } from "../rows/row-set.js";
import type { ShardFile } from "../rows/shard-file.js";
import type { Tally } from "./tally.js";

export interface WriteRowOptions {
  readonly channel: CompiledChannel;
  /** Writes rows without parsing them; undefined when the channel or the format does not allow that. */
  readonly direct: DirectRows | undefined;
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
  /** The product's id in the file, when it may differ from the SKU. */
  id: string | undefined;
}

/**
 * Creates the row of the product whose JSON is in `lines` from `start` to `end`, hashes it, and writes it unless it is
 * known. The result is valid until the next call; undefined when the product has no row because it is not valid for the channel or a rule excludes it.
 */
export type WriteRow = (shard: ShardFile, lines: Buffer, start: number, end: number) => WrittenRow | undefined;

export function createWriteRow({
  channel,
  direct,
  tally,
  known,
  formatIssuesOf,
  collectsRows,
}: WriteRowOptions): WriteRow {
  const published = publishedFactsOf(channel.columns);
  const idPlace = idPlaceOf(channel.columns);
  const made: WrittenRow = { price: Number.NaN, id: undefined };

  function writeDirectly(rows: DirectRows, shard: ShardFile, lines: Buffer, start: number, end: number) {
    if (!rows.make(lines, start, end)) return undefined;
    if (!known?.has(hashed.high, hashed.low)) {
      shard.makeRoom(rows.length());
      rows.append(shard.out);
      shard.rows += 1;
    }
    if (rows.isOutOfStock()) tally.outOfStock += 1;
    return rows.amount();
  }

  function writeParsed(shard: ShardFile, row: MappedDocument): number {
    const { out, writer } = shard;
    if (collectsRows) collect(shard, row);
    else {
      const before = out.at;
      shard.append(writer.row(row.cells));
      hashBytes(out.view, before, out.at);
      // The row was appended to be hashed; a known row is removed again.
      if (known?.has(hashed.high, hashed.low)) out.at = before;
      else shard.rows += 1;
    }
    if (published.isOutOfStock(row.cells)) tally.outOfStock += 1;
    if (row.issues.length > 0) tally.warnings += 1;
    return published.price(row.cells);
  }

  function collect(shard: ShardFile, row: MappedDocument): void {
    hashCells(row);
    if (known?.has(hashed.high, hashed.low)) return;
    shard.rows += 1;
    shard.append(shard.writer.row(row.cells));
  }

  return (shard, lines, start, end) => {
    made.id = undefined;
    let price = direct && writeDirectly(direct, shard, lines, start, end);
    if (price === undefined) {
      const row = mapDocument(channel, lines.toString("utf8", start, end), formatIssuesOf);
      for (const issue of row.issues) tally.issues.add(issue);
      if (!row.isValid) {
        tally[row.isExcluded ? "excluded" : "invalid"] += 1;
        return undefined;
      }
      price = writeParsed(shard, row);
      made.id = String(row.cells[idPlace]);
    }
    tally.written += 1;
    made.price = price;
    return made;
  };
}

/** A writer that collects rows returns no bytes of a single row, so the cells are hashed instead. */
function hashCells({ cells }: MappedDocument): void {
  const { buffer, byteOffset, length } = Buffer.from(JSON.stringify(cells));
  hashBytes(new DataView(buffer, byteOffset, length), 0, length);
}
