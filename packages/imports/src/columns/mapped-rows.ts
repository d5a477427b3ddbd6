import type { GivenMapping, ImportMapping } from "@skucast/contracts/imports/mapping";
import type { RawRow } from "../row.js";

/** The first rows of a file and how its columns are mapped so far. */
export interface MappedRows {
  readonly columns: readonly string[];
  readonly rows: readonly RawRow[];
  readonly mapping: ImportMapping;
  /** What was sent with the file: its entries answer the questions. */
  readonly given: GivenMapping;
  /** The shop whose export it is, or none. */
  readonly preset?: string | undefined;
}

/** Feeds for channels, to which merchants add columns of their own. */
const FEEDS: ReadonlySet<string> = new Set(["google", "meta", "openai"]);

/** Whether a file is the export of a shop, whose columns are known. */
export const isOfShop = (preset: string): boolean => preset !== "none" && !FEEDS.has(preset);
