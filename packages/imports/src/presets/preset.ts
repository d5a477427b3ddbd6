import type { GivenMapping, ImportMapping } from "@skucast/contracts/imports/mapping";
import type { ImportPreset } from "@skucast/contracts/imports/presets";
import type { FillDown } from "../fill-down.js";
import type { RowGrouper } from "../group-rows.js";
import { plainName } from "../mapping/known-columns.js";
import type { RawRow } from "../row.js";

/** A file's columns by their plain names. */
export type ColumnNames = ReadonlyMap<string, string>;

/** How the export of one shop is read. */
export interface Preset {
  readonly name: Exclude<ImportPreset, "none">;
  /** Whether a file has the columns that identify this shop's export. */
  matches(columns: ColumnNames): boolean;
  read(columns: ColumnNames): PresetMapping;
  /**
   * The columns that `shape` reads although they are mapped to no field, by their plain names, each with the field that it
   * decides. They are not listed as ignored.
   */
  readonly decides?: Readonly<Record<string, string>>;
  /** Rearranges the rows of the file, if their form alone does not say which rows are products. */
  shape?(columns: readonly string[]): RowGrouper;
}

/** How a document of one shop's records, which are not rows, is read: as rows of our own fields. */
export interface RecordPreset {
  /** Whether the first records of a document are those of this shop. */
  recognizes(rows: readonly RawRow[]): boolean;
  rows(source: AsyncIterable<readonly RawRow[]>): AsyncIterable<readonly RawRow[]>;
}

/** Whether records are products of one shop by the form of their variants, of which any record has one. */
export const areProducts = (
  rows: readonly RawRow[],
  isProduct: (members: Members) => boolean,
  variantsIn: (members: Members) => readonly Members[],
): boolean =>
  rows.every(({ members }) => members !== undefined && isProduct(members)) &&
  rows.some(({ members = {} }) => variantsIn(members).length > 0);

export type Members = Readonly<Record<string, unknown>>;
export const membersIn = (value: unknown): Members =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : {};
export const listIn = (value: unknown): readonly Members[] => (Array.isArray(value) ? value.map(membersIn) : []);
export const textIn = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value : undefined;
/** An amount in minor units as a decimal number. */
export const amountIn = (minor: unknown, decimals: number): number | undefined =>
  Number.isSafeInteger(minor) ? Number(`${minor}e-${decimals}`) : undefined;

export interface PresetMapping {
  /** A target that is null is not guessed either. */
  readonly mapping: GivenMapping;
  readonly fillDown: FillDown;
}

/** The plain name of a column, or several names: an empty cell is then read from the next column that the file has. */
type Names = string | undefined | readonly string[];
type Rules = Readonly<Record<string, readonly [names: Names, rule?: Readonly<Record<string, unknown>>]>>;

/** Rules for those columns that the file has, by their plain names. */
export function rulesFor(columns: ColumnNames, rules: Rules): ImportMapping {
  return Object.fromEntries(
    Object.entries(rules).flatMap(([target, [names = [], rule]]): [string, unknown][] => {
      const found = columnsNamed(columns, typeof names === "string" ? [names] : names);
      const [column, ...otherwise] = new Set(found);
      if (column === undefined) return [];
      if (rule === undefined && otherwise.length === 0) return [[target, column]];
      return [[target, { column, ...(otherwise.length > 0 && { otherwise }), ...rule }]];
    }),
  ) as ImportMapping;
}

/** The first of the names for which the file has a column. */
export const firstOf = (columns: ColumnNames, ...names: readonly string[]): string | undefined =>
  names.find((name) => columns.has(name));

/**
 * Rules for the sale in a feed with Google's names. A document without a sale in any row ends the sales, so the rules do
 * not depend on what its rows have.
 */
export function saleRules(columns: ColumnNames): ImportMapping {
  const before = columns.get("id")?.startsWith("g:") ? "g:" : "";
  const columnOf = (name: string): string => columns.get(name) ?? before + name;
  return {
    sale_price: { column: columnOf("sale_price"), empty: "clear" },
    sale_period: { column: columnOf("sale_price_effective_date"), empty: "clear" },
  };
}

/** The file's columns with these plain names; missing ones are left out. */
export const columnsNamed = (columns: ColumnNames, names: readonly string[]): string[] =>
  names.flatMap((name) => columns.get(name) ?? []);

/** The position of the first of the columns with these plain names; -1 if there is none. */
export function placeOf(columns: readonly string[], ...names: readonly string[]): number {
  const plain = columns.map(plainName);
  return names.map((name) => plain.indexOf(name)).find((place) => place >= 0) ?? -1;
}

/** A mapping of numbered columns: `image#1` to `image_1` and so on. */
export function numbered(
  columns: ColumnNames,
  targets: Readonly<Record<string, (n: number) => string>>,
  count: number,
): ImportMapping {
  const rules = Array.from({ length: count }, (_, i) =>
    rulesFor(
      columns,
      Object.fromEntries(
        Object.entries(targets).map(([target, name]) => [`${target}#${i + 1}`, [name(i + 1)] as const]),
      ),
    ),
  );
  return Object.assign({}, ...rules);
}
