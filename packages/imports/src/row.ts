/** A row as the file has it: cells in the order of the columns, or members by name. */
export interface RawRow {
  /** Line on which it begins, from 1. */
  readonly line: number;
  /** As it stands in the file, where that says all that its cells or members do; without its line break. */
  readonly text?: string;
  readonly cells?: readonly string[];
  readonly members?: Readonly<Record<string, unknown>>;
  /** Why it cannot be read at all. */
  readonly fault?: RowFault;
  /** It says nothing of a product of its own. */
  readonly isSkipped?: boolean;
}

export interface RowFault {
  readonly code: "unreadable_row" | "cell_count";
  readonly message: string;
}

/** What every format offers: the rows of text, many at a time. Throws FileFault where the file as a whole is broken. */
export type RowReader = (chunks: AsyncIterable<Buffer>, options: ReadOptions) => AsyncIterable<readonly RawRow[]>;

export interface ReadOptions {
  /** Of csv and tsv: what stands between cells. */
  readonly delimiter: string;
  /** Undefined: UTF-8 or UTF-16 as the bytes show, and Windows-1252 for others. */
  readonly encoding?: string | undefined;
  /** Of json and xml: where the rows are; undefined where the format says it. */
  readonly rows?: string | undefined;
}
