import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { Feed } from "@skucast/contracts/feeds/feed";
import type { Cell } from "../channel/cell.js";
import { formatOf } from "../formats/format-of.js";
import type { Piece, WriterOptions } from "../formats/row-writer.js";

/** The whole file of rows, as a format writes it. */
export function writeFile(
  format: Feed["format"],
  columns: readonly Column[],
  rows: Iterable<readonly Cell[]>,
  options?: WriterOptions,
): Buffer {
  const writer = formatOf({ columns }, format).writer(columns, options);
  const pieces: Buffer[] = [];
  const keep = (piece: Piece) =>
    pieces.push(typeof piece === "string" ? Buffer.from(piece, "utf8") : Buffer.from(piece));
  keep(writer.header());
  for (const row of rows) keep(writer.row(row));
  keep(writer.footer());
  return Buffer.concat(pieces);
}
