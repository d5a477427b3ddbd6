import type { ImportPreset } from "@skucast/contracts/imports/import";
import type { ImportMapping } from "@skucast/contracts/imports/mapping";
import type { FillDown } from "../fill-down.js";

/** The columns of a file by their plain names. */
export type ColumnNames = ReadonlyMap<string, string>;

/** How the export of one shop is read. */
export interface Preset {
  readonly name: Exclude<ImportPreset, "none">;
  /** Whether a file has the columns by which this shop's export is known. */
  isIn(columns: ColumnNames): boolean;
  read(columns: ColumnNames): PresetMapping;
}

export interface PresetMapping {
  readonly mapping: ImportMapping;
  readonly fillDown: FillDown;
}

type Rules = Readonly<Record<string, readonly [name: string | undefined, rule?: Readonly<Record<string, unknown>>]>>;

/** Rules for the columns that a file has, by their plain names. */
export function rulesFor(columns: ColumnNames, rules: Rules): ImportMapping {
  return Object.fromEntries(
    Object.entries(rules).flatMap(([target, [name, rule]]) => {
      const column = name === undefined ? undefined : columns.get(name);
      if (column === undefined) return [];
      return [[target, rule === undefined ? column : { column, ...rule }]];
    }),
  ) as ImportMapping;
}

/** The first of some names that a file has a column of. */
export const firstOf = (columns: ColumnNames, ...names: readonly string[]): string | undefined =>
  names.find((name) => columns.has(name));

/** Columns of a file, by their plain names; those that it lacks are left out. */
export const columnsNamed = (columns: ColumnNames, names: readonly string[]): string[] =>
  names.flatMap((name) => columns.get(name) ?? []);
