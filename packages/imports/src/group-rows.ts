import type { FillDown } from "./fill-down.js";
import { createParentMemory } from "./parent-rows.js";
import type { RawRow } from "./row.js";

/** Combines rows of one product: each row takes values from the product's other rows. */
export interface RowGrouper {
  /** Returns the rows that are complete so far, in the order of the file. */
  push(row: RawRow): readonly RawRow[];
  end(): readonly RawRow[];
}

interface Options {
  readonly columns: readonly string[];
  readonly fillDown: FillDown;
  /** A row in which all of these columns are empty is not a product itself. */
  readonly own: readonly string[];
}

/** How many rows of one product are held back. If there are more, each row gets only the images of its part of the rows. */
const GROUP_ROWS_MAX = 5_000;

export function createRowGrouper({ columns, fillDown, own }: Options): RowGrouper {
  const placeOf = (column: string | undefined): number => (column === undefined ? -1 : columns.indexOf(column));
  const placesOf = (names: readonly string[]): number[] => names.map(placeOf).filter((place) => place >= 0);
  const fills = placesOf(fillDown.columns);
  const filledPlaces = new Set(fills);
  const compared = placesOf([...fillDown.columns, ...(fillDown.titles ?? [])]);
  const within = placeOf(fillDown.within);
  const image = placeOf(fillDown.images?.column);
  const order = placeOf(fillDown.images?.order);
  const owns = placesOf(own);
  const parents = fillDown.parents && createParentMemory(columns, fillDown.parents);
  let above: readonly string[] | undefined;
  let group: (RawRow & { readonly cells: readonly string[] })[] = [];

  /** Whether a row belongs to the product above it. */
  function continues(cells: readonly string[]): boolean {
    if (above === undefined) return false;
    const key = within < 0 ? "" : (cells[within] ?? "").trim();
    if (key !== "") return key === above[within]?.trim();
    if (within >= 0 && !fills.includes(within)) return false;
    return compared.every((place) => isBlank(cells[place]) || cells[place]?.trim() === above?.[place]?.trim());
  }

  function filled(
    row: RawRow & { readonly cells: readonly string[] },
    isMore: boolean,
  ): RawRow & { readonly cells: readonly string[] } {
    const before = isMore ? above : undefined;
    const cells =
      before === undefined
        ? row.cells
        : row.cells.map((cell, i) => (isBlank(cell) && filledPlaces.has(i) ? (before[i] ?? "") : cell));
    above = cells;
    const isSkipped = isMore && owns.length > 0 && owns.every((place) => isBlank(row.cells[place]));
    return {
      line: row.line,
      cells,
      ...(row.inapplicable && { inapplicable: row.inapplicable }),
      ...(row.faultIfUnread && { faultIfUnread: row.faultIfUnread }),
      ...(cells === row.cells && row.text !== undefined && { text: row.text }),
      ...(isSkipped && { isSkipped }),
    };
  }

  /** Takes the collected rows of a product, each with all of its images. */
  function takeGroup(): readonly RawRow[] {
    const rows = group;
    group = [];
    if (rows.length < 2) return rows;
    const images = rows.map(({ cells }, i) => ({ url: cells[image]?.trim() ?? "", at: Number(cells[order] || i + 1) }));
    const urls = new Set(images.sort((a, b) => a.at - b.at).flatMap(({ url }) => (url === "" ? [] : [url])));
    const all = [...urls].join("\n");
    return rows.map(({ text: _text, ...row }) => ({
      ...row,
      cells: row.cells.map((cell, i) => (i === image ? all : cell)),
    }));
  }

  return {
    push(raw) {
      if (raw.cells === undefined) return [...takeGroup(), raw];
      const given = { ...raw, cells: raw.cells };
      if (parents) return parents.complete(given);
      const isMore = continues(raw.cells);
      const row = filled(given, isMore);
      if (image < 0) return [row];
      const before = isMore && group.length < GROUP_ROWS_MAX ? [] : takeGroup();
      group.push(row);
      return before;
    },
    end: () => [...takeGroup(), ...(parents?.end() ?? [])],
  };
}

const isBlank = (cell: string | undefined): boolean => (cell ?? "").trim() === "";
