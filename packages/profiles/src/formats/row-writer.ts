import type { Cell } from "../channel/cell.js";
import type { Column } from "../profiles/profile.js";

/**
 * Turns rows into the text of a file. The file is `header()` and then each `row(cells)`, in UTF-8 without BOM; the same
 * rows give the same bytes. Every line ends with LF.
 */
export interface RowWriter {
  header(): string;
  row(cells: readonly Cell[]): string;
}

/** One file format: what makes a writer for a profile's columns, and how its files are called. */
export interface Format {
  readonly extension: string;
  readonly contentType: string;
  writer(columns: readonly Column[]): RowWriter;
}
