import type { ImportPreview } from "@skucast/contracts/imports/import";
import { type FileSent, lookAtFile } from "./look-at-file.js";
import { previewOf, usesOf } from "./plan-import.js";
import type { RawRow } from "./row.js";

const SAMPLES_MAX = 3;
const SAMPLE_LENGTH_MAX = 80;

/** What would become of a file, by its beginning. Throws the Problem that says why it cannot be read. */
export async function previewImport(path: string, sent: FileSent): Promise<ImportPreview> {
  const { plan, rows } = await lookAtFile(path, sent);
  const { format, compression, mapping, fill_down, columns } = plan;
  return {
    ...{ format, compression, mapping, fill_down: [...fill_down.columns] },
    columns: usesOf(plan).map((use, place) => ({ ...use, samples: samplesOf(rows, columns[place] ?? "", place) })),
    preview: previewOf(plan, rows),
  };
}

/** Different values of a column, the first of them. */
function samplesOf(rows: readonly RawRow[], column: string, place: number): string[] {
  const samples = new Set<string>();
  for (const { cells, members } of rows) {
    const text = cells ? (cells[place] ?? "") : textOf(members?.[column]);
    if (text.trim() !== "") samples.add(text.trim().slice(0, SAMPLE_LENGTH_MAX));
    if (samples.size === SAMPLES_MAX) break;
  }
  return [...samples];
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
