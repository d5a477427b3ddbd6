/** How a list is sorted by a column. */
export interface ColumnSort {
  /** The list is sorted by the column in this direction; null if it is sorted by another one. */
  readonly direction: "ascending" | "descending" | null;
  /** Sorts by the column, or in the other direction if that is possible. */
  readonly onSort: () => void;
}
