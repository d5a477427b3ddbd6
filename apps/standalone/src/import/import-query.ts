import { basename } from "node:path";
import { UsageError } from "../commands/command.js";

/** Options of the command, with the query parameters of POST /imports that they set. */
const OPTIONS = {
  format: "format",
  mode: "mode",
  missing: "missing",
  "max-removal": "max_removal_percent",
  "empty-cells": "empty_cells",
  "fill-down": "fill_down",
  "fill-down-within": "fill_down_within",
  combine: "combine",
  decimal: "decimal",
  dates: "dates",
  encoding: "encoding",
  delimiter: "delimiter",
  rows: "rows",
  sheet: "sheet",
  preset: "preset",
} as const;

export const IMPORT_OPTIONS = Object.keys(OPTIONS);

/** A JSON object, and where it is from. */
export interface MappingText {
  readonly name: string;
  readonly text: string;
}

/** The query of POST /imports; the API validates the values. */
export function importQueryOf(
  path: string,
  options: Readonly<Record<string, string | undefined>>,
  flags: ReadonlySet<string>,
  mapping: MappingText | undefined,
): URLSearchParams {
  const query = new URLSearchParams({ file_name: basename(path).slice(0, 255) });
  for (const [option, name] of Object.entries(OPTIONS)) {
    const value = options[option];
    if (value !== undefined) query.set(name, value);
  }
  if (flags.has("validate-only")) query.set("validate_only", "true");
  if (flags.has("strict")) query.set("strict", "true");
  if (mapping !== undefined) query.set("mapping", mappingOf(mapping));
  return query;
}

function mappingOf({ name, text }: MappingText): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch (error) {
    throw new UsageError(`${name} is not a mapping: ${error instanceof Error ? error.message : String(error)}`);
  }
}
