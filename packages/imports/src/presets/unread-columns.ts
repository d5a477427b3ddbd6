/**
 * A record of a shop's own form has members that its preset does not read. They are columns whose names are their paths,
 * such as `/vendor` and `/variants/hs_code`. A mapping may name them, but they are not mapped by their names.
 */
export const isUnread = (column: string): boolean => column.startsWith(`${UNREAD}/`);

/** The name of such a column. */
export const unreadColumn = (...names: readonly string[]): string => [UNREAD, ...names].join("/");

/** The same columns, in their places, without the names of those that are not read. */
export const readColumns = (columns: readonly string[]): readonly string[] =>
  columns.some(isUnread) ? columns.map((column) => (isUnread(column) ? "" : column)) : columns;

/** The start of the names of columns that are members of a record which its preset does not read. */
export const UNREAD = "";
/** The start of those that are members of a variant. */
export const VARIANTS = "/variants";
