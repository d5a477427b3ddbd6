import type { CombinedRows } from "./combined-rows.js";

/** A raw row: cells in the order of the columns, or members by name. */
export interface RawRow {
  /** Line on which it begins, from 1. */
  readonly line: number;
  /** Its position among the rows that begin on the same line, from 0; undefined for the first. */
  readonly place?: number;
  /** Its text in the file without the line break, if that determines its cells or members completely. */
  readonly text?: string;
  readonly cells?: readonly string[];
  readonly members?: Readonly<Record<string, unknown>>;
  /** Why it cannot be read. */
  readonly fault?: RowFault;
  /** Whether the file ends with it, without a line end. */
  readonly endsFile?: boolean;
  /** Its cells if there are more or fewer of them than columns. */
  readonly misfit?: readonly string[];
  /** Why it is rejected if one of its cells cannot be read: it has fewer cells than columns. */
  readonly faultIfUnread?: RowFault;
  /** The places of cells that have a value in the file, which does not apply to the product, and are read as empty. */
  readonly inapplicable?: ReadonlySet<number>;
  /** Values of other rows of the product that were combined with it. */
  readonly more?: readonly AddedValue[];
  /** The columns by which it and the rows that were combined with it differ. */
  readonly combinedBy?: CombinedRows;
  /** The row as it is in the file, before other rows of its product were combined with it. */
  readonly uncombined?: { readonly [Name in "cells" | "members"]?: RawRow[Name] | undefined };
  /** Whether it is not a product itself. */
  readonly isSkipped?: boolean;
  /** The columns whose cells are part of the row before that is no such row: of the product that it was combined with. */
  readonly usedColumns?: ReadonlySet<string>;
}

/** A value of another row of the product: read like the one for `of`, and written to `target`. */
export interface AddedValue {
  readonly target: string;
  readonly of: string;
  readonly text: string;
}

export interface RowFault {
  readonly code: "unreadable_row" | "cell_count";
  readonly message: string;
}

/** The reader of a format: yields many rows at a time. Throws FileFault if the whole file is broken. */
export type RowReader = (chunks: AsyncIterable<Buffer>, options: ReadOptions) => AsyncIterable<readonly RawRow[]>;

export interface ReadOptions {
  /** For CSV and TSV: the delimiter. */
  readonly delimiter: string;
  /** For CSV and TSV: the character around cells. Default: the double quote. */
  readonly quote?: string | undefined;
  /** For CSV: whether each line is in quotes as a whole, as if it were one cell. */
  readonly isWrapped?: boolean | undefined;
  /** Undefined: UTF-8 or UTF-16 if detected, otherwise Windows-1252. */
  readonly encoding?: string | undefined;
  /** For JSON and XML: the path of the rows; undefined if the format defines it. */
  readonly rows?: string | undefined;
  /** For JSON: whether the value at the path is the only row. */
  readonly isSingle?: boolean | undefined;
  /** For JSON and XML: the path, within a row, of the list of its variants. */
  readonly variants?: string | undefined;
}
