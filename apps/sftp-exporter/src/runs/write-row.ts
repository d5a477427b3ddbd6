import type { CompiledChannel } from "@skucast/profiles/channel/compile-channel";
import { type FormatIssuesOf, type MappedDocument, mapDocument } from "@skucast/profiles/channel/map-document";
import { idPlaceOf } from "@skucast/profiles/channel/tombstones";
import type { DirectRows } from "@skucast/profiles/direct/direct-rows";
import { hashBytes, hashed } from "@skucast/profiles/direct/row-hash";
import { publishedFactsOf } from "../rows/published-facts.js";
import type { HashSet } from "../rows/row-set.js";
import type { ShardFile } from "../rows/shard-file.js";
import type { Tally } from "./tally.js";

/** What a row is made with. */
export interface RowMaking {
  readonly channel: CompiledChannel;
  /** For the rows that need no parsing, where the channel and the format have them. */
  readonly direct: DirectRows | undefined;
  readonly tally: Tally;
  /** Rows that are made and not written, because partners have them; undefined when all are written. */
  readonly known: HashSet | undefined;
  /** Undefined where the format holds every value. */
  readonly formatIssuesOf: FormatIssuesOf | undefined;
  /** Whether the format's writer gives no bytes of a single row. */
  readonly collectsRows: boolean;
}

export interface MadeRow {
  /** NaN without one. */
  price: number;
  /** What the partner knows the product by, where that may be something else than its SKU. */
  id: string | undefined;
}

/**
 * Makes the row of the product whose JSON stands in `lines` from `start` to `end`, hashes it, and writes it unless it is
 * known. The answer holds until the next call; undefined when the product is not valid for the channel and has no row.
 */
export type WriteRow = (shard: ShardFile, lines: Buffer, start: number, end: number) => MadeRow | undefined;

export function createRowStep({ channel, direct, tally, known, formatIssuesOf, collectsRows }: RowMaking): WriteRow {
  const published = publishedFactsOf(channel.columns);
  const idPlace = idPlaceOf(channel.columns);
  const made: MadeRow = { price: Number.NaN, id: undefined };

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
      // The row that was hashed stays in the file, or is taken out of it again.
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
        tally.invalid += 1;
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

/** A writer that collects rows has no bytes of a single one. */
function hashCells({ cells }: MappedDocument): void {
  const { buffer, byteOffset, length } = Buffer.from(JSON.stringify(cells));
  hashBytes(new DataView(buffer, byteOffset, length), 0, length);
}
