import type { RawRow } from "../row.js";

/** What is kept of a row to correct: its cells, its members, or its text if it cannot be split. */
export type RowContent =
  | { readonly cells: readonly string[] }
  | { readonly members: Readonly<Record<string, unknown>> }
  | { readonly text: string };

/** The content of a row as JSON, without characters that PostgreSQL cannot store. */
export function encodeRow({ cells, misfit = cells, members, text = "" }: RawRow): string {
  const content: RowContent = misfit ? { cells: misfit } : members ? { members } : { text };
  // JSON.stringify escapes NUL and halves of surrogate pairs.
  return JSON.stringify(content);
}

export const decodeRow = (content: string): RowContent => JSON.parse(content) as RowContent;
