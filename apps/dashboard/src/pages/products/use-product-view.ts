import { useState } from "react";
import type { ColumnSort } from "../../components/column-sort.js";
import { parseTexts } from "../../components/stored-value.js";
import { useStoredValue } from "../../components/use-stored-value.js";
import { COLUMNS_STORED, DEFAULT_COLUMNS } from "./column-fields.js";
import type { ProductFilter } from "./filter-names.js";

/** What the user chose to see of the list: the columns, and whether variants are grouped. This browser keeps it. */
export function useProductView() {
  const [columns, setColumns] = useStoredValue<string[]>(COLUMNS_STORED, {
    parse: parseTexts,
    initial: [...DEFAULT_COLUMNS],
  });
  const [isGrouped, setIsGrouped] = useStoredValue("products-grouped", {
    parse: (stored) => (typeof stored === "boolean" ? stored : undefined),
    initial: true,
  });
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (groupId: string) => {
    const next = new Set(open);
    if (!next.delete(groupId)) next.add(groupId);
    setOpen(next);
  };
  return { columns, setColumns, isGrouped, setIsGrouped, open, toggle };
}

/** How a column sorts the list; undefined if no index of the database has its order. */
export function sortOf(
  column: string,
  { sort = "sku" }: ProductFilter,
  onSort: (sort: string | undefined) => void,
): ColumnSort | undefined {
  if (column === "sku") {
    const direction = sort === "sku" ? "ascending" : sort === "-sku" ? "descending" : null;
    return { direction, onSort: () => onSort(sort === "sku" ? "-sku" : undefined) };
  }
  if (column !== "updated") return undefined;
  const isSorted = sort === "-updated_at";
  return { direction: isSorted ? "descending" : null, onSort: () => onSort(isSorted ? undefined : "-updated_at") };
}
