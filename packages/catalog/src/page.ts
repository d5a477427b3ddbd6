import { LIMITS } from "@skucast/contracts/limits";

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

/** Items that are read first. Each may have a megabyte, so more are read at a time only if these are small. */
const FIRST_PORTION = 3;
const PORTION_GROWTH = 4;
const SMALL_BYTES = 20_000;

/**
 * A page of items that may be large: they are read a few at a time, until the page has `limit` of them or the bytes of a
 * page (LIMITS.renderedPageBytesMax). `read` returns the items after an id, up to its limit.
 */
export async function pageInPortions<T extends { id: string }>(
  { after, limit }: PageRequest,
  read: (portion: PageRequest) => Promise<readonly T[]>,
): Promise<Page<T>> {
  const items: T[] = [];
  let bytes = 0;
  for (let size = FIRST_PORTION; ; ) {
    const last = items.at(-1);
    const count = Math.min(size, limit + 1 - items.length);
    const portion = await read({ after: last?.id ?? after, limit: count });
    for (const item of portion) {
      bytes += Buffer.byteLength(JSON.stringify(item));
      const before = items.at(-1);
      if (before !== undefined && (items.length === limit || bytes > LIMITS.renderedPageBytesMax))
        return { items, next: before.id };
      items.push(item);
    }
    if (portion.length < count) return { items, next: null };
    if (bytes < items.length * SMALL_BYTES) size *= PORTION_GROWTH;
  }
}
