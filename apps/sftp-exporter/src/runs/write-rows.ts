import { RUN_ISSUES_MAX, type RunIssue } from "@skucast/contracts/runs/run";
import type { CompiledChannel } from "@skucast/profiles/channel/compile-channel";
import { mapDocument } from "@skucast/profiles/channel/map-document";
import type { Output } from "@skucast/profiles/direct/cells";
import type { DirectRows } from "@skucast/profiles/direct/direct-rows";
import type { Piece, RowWriter } from "@skucast/profiles/formats/row-writer";

/** What became of the products so far. */
export interface Tally {
  written: number;
  invalid: number;
  readonly issues: RunIssue[];
}

interface RowWriting {
  readonly channel: CompiledChannel;
  readonly writer: RowWriter;
  /** For the rows that need no parsing, where the channel and the format have them. */
  readonly direct: DirectRows | undefined;
  readonly tally: Tally;
}

const LINE_FEED = 10;
const BLOCK_BYTES = 256 * 1024;

/**
 * The file's content: the header, then a row for each product that is valid for the channel, then the footer, in blocks of about 256 kB.
 * `lines` are the products' JSON, whole lines at a time. Every product ends up in the tally.
 */
export async function* writeRows(lines: AsyncIterable<Buffer>, writing: RowWriting): AsyncGenerator<Buffer> {
  let out = emptyBlock();
  append(out, writing.writer.header());
  for await (const chunk of lines) {
    for (let start = 0, end = 0; start < chunk.length; start = end + 1) {
      end = chunk.indexOf(LINE_FEED, start);
      if (end === -1) end = chunk.length;
      writeRow(out, chunk, start, end, writing);
      if (out.at < BLOCK_BYTES) continue;
      yield out.bytes.subarray(0, out.at);
      out = emptyBlock();
    }
  }
  append(out, writing.writer.footer());
  if (out.at > 0) yield out.bytes.subarray(0, out.at);
}

/** Twice the size, so that the row that fills a block seldom has to make it larger. */
const emptyBlock = (): Output => ({ bytes: Buffer.allocUnsafeSlow(2 * BLOCK_BYTES), at: 0 });

function writeRow(out: Output, lines: Buffer, start: number, end: number, writing: RowWriting): void {
  const { direct, tally } = writing;
  if (direct) {
    makeRoom(out, direct.roomFor(end - start));
    if (direct.write(lines, start, end, out)) {
      tally.written += 1;
      return;
    }
  }
  append(out, parsedRow(lines.toString("utf8", start, end), writing));
}

/** The row of a parsed product, or nothing when it is not valid for the channel. */
function parsedRow(line: string, { channel, writer, tally }: RowWriting): Piece {
  const row = mapDocument(channel, line);
  for (const issue of row.issues) if (tally.issues.length < RUN_ISSUES_MAX) tally.issues.push(issue);
  if (!row.isValid) {
    tally.invalid += 1;
    return "";
  }
  tally.written += 1;
  return writer.row(row.cells);
}

function append(out: Output, piece: Piece): void {
  if (piece.length === 0) return;
  if (typeof piece === "string") {
    makeRoom(out, 3 * piece.length);
    out.at += out.bytes.write(piece, out.at, "utf8");
  } else {
    makeRoom(out, piece.length);
    out.bytes.set(piece, out.at);
    out.at += piece.length;
  }
}

function makeRoom(out: Output, byteCount: number): void {
  if (out.bytes.length - out.at >= byteCount) return;
  const larger = Buffer.allocUnsafeSlow(2 * out.bytes.length + byteCount);
  out.bytes.copy(larger, 0, 0, out.at);
  out.bytes = larger;
}
