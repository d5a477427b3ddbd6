import type { CompiledChannel } from "@skucast/profiles/channel/compile-channel";
import { type MappedDocument, mapDocument } from "@skucast/profiles/channel/map-document";
import type { DirectRows } from "@skucast/profiles/direct/direct-rows";
import { hashBytes } from "../rows/hash-bytes.js";
import { publishedFactsOf } from "../rows/published-facts.js";
import type { ShardFile } from "../rows/shard-file.js";
import type { Tally } from "./tally.js";

/** What a row is made with. */
export interface RowMaking {
  readonly channel: CompiledChannel;
  /** For the rows that need no parsing, where the channel and the format have them. */
  readonly direct: DirectRows | undefined;
  readonly tally: Tally;
}

/**
 * Writes the row of the product whose JSON stands in `lines` from `start` to `end`, and hashes its bytes. Answers its price
 * (NaN without one); undefined when the product is not valid for the channel and has no row.
 */
export type WriteRow = (shard: ShardFile, lines: Buffer, start: number, end: number) => number | undefined;

export function createRowStep({ channel, direct, tally }: RowMaking): WriteRow {
  const published = publishedFactsOf(channel.columns);

  function writeDirectly(rows: DirectRows, shard: ShardFile, lines: Buffer, start: number, end: number) {
    const { out } = shard;
    shard.makeRoom(rows.roomFor(end - start));
    const before = out.at;
    if (!rows.write(lines, start, end, out)) return undefined;
    hashBytes(shard.view(), before, out.at);
    if (rows.isOutOfStock(lines)) tally.outOfStock += 1;
    return rows.amount(lines);
  }

  function writeParsed(shard: ShardFile, row: MappedDocument): number {
    const { out, writer } = shard;
    const piece = writer.row(row.cells);
    const before = out.at;
    shard.append(piece);
    if (typeof piece === "string" && piece !== "") hashBytes(shard.view(), before, out.at);
    else hashCells(row);
    if (published.isOutOfStock(row.cells)) tally.outOfStock += 1;
    if (row.issues.length > 0) tally.warnings += 1;
    return published.price(row.cells);
  }

  return (shard, lines, start, end) => {
    let price = direct && writeDirectly(direct, shard, lines, start, end);
    if (price === undefined) {
      const row = mapDocument(channel, lines.toString("utf8", start, end));
      for (const issue of row.issues) tally.issues.add(issue);
      if (!row.isValid) {
        tally.invalid += 1;
        return undefined;
      }
      price = writeParsed(shard, row);
    }
    tally.written += 1;
    shard.rows += 1;
    return price;
  };
}

/** A writer that collects rows has no bytes of a single one. */
function hashCells({ cells }: MappedDocument): void {
  const { buffer, byteOffset, length } = Buffer.from(JSON.stringify(cells));
  hashBytes(new DataView(buffer, byteOffset, length), 0, length);
}
