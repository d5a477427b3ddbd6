/** The requested page: it starts after this id or SKU (empty for the first page) and holds up to `limit` items. */
export interface PageRequest {
  readonly after: string;
  readonly limit: number;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** `after` of the next page; null on the last page. */
  readonly next: string | null;
}

/** Creates a page from rows that were read with a limit of one more than the page holds. */
export function pageOf<T extends { id: string }>(rows: readonly T[], limit: number): Page<T> {
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}
