import { readFileSync } from "node:fs";
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
  decimal: "decimal",
  dates: "dates",
  encoding: "encoding",
  delimiter: "delimiter",
  rows: "rows",
  preset: "preset",
} as const;

export const IMPORT_OPTIONS = Object.keys(OPTIONS);

/** The query of POST /imports; the API validates the values. `mappingPath` is a file with a JSON object. */
export function importQueryOf(
  path: string,
  options: Readonly<Record<string, string | undefined>>,
  flags: ReadonlySet<string>,
  mappingPath: string | undefined,
): URLSearchParams {
  const query = new URLSearchParams({ file_name: basename(path).slice(0, 255) });
  for (const [option, name] of Object.entries(OPTIONS)) {
    const value = options[option];
    if (value !== undefined) query.set(name, value);
  }
  if (flags.has("validate-only")) query.set("validate_only", "true");
  if (flags.has("strict")) query.set("strict", "true");
  if (mappingPath !== undefined) query.set("mapping", mappingOf(mappingPath));
  return query;
}

function mappingOf(path: string): string {
  try {
    return JSON.stringify(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    throw new UsageError(`${path} is not a mapping: ${error instanceof Error ? error.message : String(error)}`);
  }
}
