import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { Feed } from "@skucast/contracts/feeds/feed";
import type { Cell } from "../channel/cell.js";
import type { RowIssue } from "../channel/issue.js";

/** A part of a file: text, to be written as UTF-8, or bytes that are valid until the next call. */
export type Piece = string | Uint8Array;

/**
 * Turns rows into a file: call `header()`, then `row(cells)` for each row, then `footer()`. Text is UTF-8 without BOM, and
 * its lines end with LF, unless a profile describes another form. The same rows give the same bytes. A piece may be
 * empty, because a writer may collect a bounded number of rows.
 */
export interface RowWriter {
  header(): Piece;
  row(cells: readonly Cell[]): Piece;
  footer(): Piece;
}

/** A writer whose pieces are all text. */
export interface TextWriter extends RowWriter {
  header(): string;
  row(cells: readonly Cell[]): string;
  footer(): string;
}

/** What a file depends on in addition to its columns and rows. */
export interface WriterOptions {
  /** The seller's website, if known, for formats that contain it. */
  readonly website?: string | undefined;
  /** For formats with internal compression. The caller compresses whole files with gzip. Default: none. */
  readonly compression?: Feed["compression"];
}

/** A file format: it creates a writer for a profile's columns, and names the files. */
export interface Format {
  readonly extension: string;
  readonly contentType: string;
  /**
   * Whether its writer collects rows, so that a piece contains several rows or none, or depends on the rows before;
   * otherwise each piece is one row, and equal rows have equal pieces.
   */
  readonly collectsRows: boolean;
  writer(columns: readonly Column[], options?: WriterOptions): RowWriter;
  /** Returns a warning for each cell that the writer changes or leaves out; only for formats that cannot hold every value. */
  readonly issuesOf?: (cells: readonly Cell[], columns: readonly Column[]) => readonly RowIssue[];
}

/** A format whose files are text. */
export interface TextFormat extends Format {
  writer(columns: readonly Column[], options?: WriterOptions): TextWriter;
}
