import type { RawRow } from "../row.js";

/** What is kept of a row to correct: its cells, its members, or its text if it cannot be split. */
export type RowContent =
  | { readonly cells: readonly string[] }
  | { readonly members: Readonly<Record<string, unknown>> }
  | { readonly text: string };

/** The content of a row of the file as JSON, without characters that PostgreSQL cannot store. */
export function encodeRow(row: RawRow): string {
  const { text = "", misfit } = row;
  const { cells, members } = row.uncombined ?? { cells: misfit ?? row.cells, members: row.members };
  const content: RowContent = cells ? { cells } : members ? { members } : { text };
  // JSON.stringify escapes NUL and halves of surrogate pairs.
  return JSON.stringify(content);
}

export const decodeRow = (content: string): RowContent => JSON.parse(content) as RowContent;
