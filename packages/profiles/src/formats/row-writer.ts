import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { Cell } from "../channel/cell.js";

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

/** One file format: what makes a writer for a profile's columns, and how its files are called. */
export interface Format {
  readonly extension: string;
  readonly contentType: string;
  /** Whether its writer collects rows, so that a piece is of several or of none; otherwise each piece is its row. */
  readonly collectsRows: boolean;
  /** `website` is the seller's, where it is known, for formats that name it. */
  writer(columns: readonly Column[], website?: string): RowWriter;
}

/** A format whose files are text. */
export interface TextFormat extends Format {
  writer(columns: readonly Column[], website?: string): TextWriter;
}
