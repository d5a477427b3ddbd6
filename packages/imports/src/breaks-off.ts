import type { RawRow } from "./row.js";

/**
 * Whether a file ends in the middle of this row: without a line end, and with fewer cells than columns, an open quote or half an
 * object. A file that ends between two rows, or in the last cell, looks complete.
 */
export const breaksOff = ({ endsFile, fault, misfit }: RawRow, columnCount: number): boolean =>
  endsFile === true && fault !== undefined && (misfit === undefined || misfit.length < columnCount);
