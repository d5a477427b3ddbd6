import type { ImportPreset } from "@skucast/contracts/imports/import";
import type { ImportMapping } from "@skucast/contracts/imports/mapping";
import type { FillDown } from "../fill-down.js";

/** A file's columns by their plain names. */
export type ColumnNames = ReadonlyMap<string, string>;

/** How the export of one shop is read. */
export interface Preset {
  readonly name: Exclude<ImportPreset, "none">;
  /** Whether a file has the columns that identify this shop's export. */
  matches(columns: ColumnNames): boolean;
  read(columns: ColumnNames): PresetMapping;
}

export interface PresetMapping {
  readonly mapping: ImportMapping;
  readonly fillDown: FillDown;
}

type Rules = Readonly<Record<string, readonly [name: string | undefined, rule?: Readonly<Record<string, unknown>>]>>;

/** Rules for those columns that the file has, by their plain names. */
export function rulesFor(columns: ColumnNames, rules: Rules): ImportMapping {
  return Object.fromEntries(
    Object.entries(rules).flatMap(([target, [name, rule]]) => {
      const column = name === undefined ? undefined : columns.get(name);
      if (column === undefined) return [];
      return [[target, rule === undefined ? column : { column, ...rule }]];
    }),
  ) as ImportMapping;
}

/** The first of the names for which the file has a column. */
export const firstOf = (columns: ColumnNames, ...names: readonly string[]): string | undefined =>
  names.find((name) => columns.has(name));

/** The file's columns with these plain names; missing ones are left out. */
export const columnsNamed = (columns: ColumnNames, names: readonly string[]): string[] =>
  names.flatMap((name) => columns.get(name) ?? []);
