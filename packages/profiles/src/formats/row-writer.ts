import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { Feed } from "@skucast/contracts/feeds/feed";
import type { Cell } from "../channel/cell.js";
import type { RowIssue } from "../channel/issue.js";

/** A piece of a file: text, which is written as UTF-8, or bytes, which hold until the next call. */
export type Piece = string | Uint8Array;

/**
 * Turns rows into a file: `header()`, then each `row(cells)`, then `footer()`, once. UTF-8 without BOM; the same rows give
 * the same bytes. A piece may be empty: a writer may collect rows, a bounded number of them. Lines of text end with LF.
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

/** What a file depends on besides its columns and rows. */
export interface WriterOptions {
  /** The seller's, where it is known, for formats that name it. */
  readonly website?: string | undefined;
  /** For formats that compress inside; gzip around the file is the caller's. Default: none. */
  readonly compression?: Feed["compression"];
}

/** One file format: what makes a writer for a profile's columns, and how its files are called. */
export interface Format {
  readonly extension: string;
  readonly contentType: string;
  /** Whether its writer collects rows, so that a piece is of several or of none; otherwise each piece is its row. */
  readonly collectsRows: boolean;
  writer(columns: readonly Column[], options?: WriterOptions): RowWriter;
  /** A warning for each cell that its writer changes or leaves out; only for formats that cannot hold every value. */
  readonly issuesOf?: (cells: readonly Cell[], columns: readonly Column[]) => readonly RowIssue[];
}

/** A format whose files are text. */
export interface TextFormat extends Format {
  writer(columns: readonly Column[], options?: WriterOptions): TextWriter;
}
