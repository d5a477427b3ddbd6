import type { Cursors } from "@skucast/http-kit/cursors";
import type { Reply } from "@skucast/http-kit/handler";

export interface PageCall {
  readonly principal: { readonly workspaceId: string };
  readonly query: { readonly limit: number; readonly cursor?: string | undefined };
}

interface ReadPage<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** A list's name and filters. Its cursors are bound to them and are not valid for other lists. */
interface List {
  readonly name: string;
  readonly filter: object;
}

/** The position after which the requested page starts; empty for the first page. */
export function positionOf(cursors: Cursors, { principal, query }: PageCall, { name, filter }: List): string {
  const bound = [name, principal.workspaceId, filter];
  return query.cursor === undefined ? "" : cursors.decode(query.cursor, bound);
}

/** The cursor of the next page, or null. */
export function nextCursor(
  cursors: Cursors,
  { principal }: PageCall,
  { name, filter }: List,
  next: string | null,
): string | null {
  return next === null ? null : cursors.encode({ position: next, filter: [name, principal.workspaceId, filter] });
}

/** Replies with a page of a list: reads it with the operation and adds the next cursor. */
export async function page<T>(
  cursors: Cursors,
  call: PageCall,
  list: List,
  read: (page: { after: string; limit: number }) => Promise<ReadPage<T>>,
): Promise<Reply> {
  const { items, next } = await read({ after: positionOf(cursors, call, list), limit: call.query.limit });
  const following = nextCursor(cursors, call, list, next);
  return { json: { data: items, has_more: next !== null, next_cursor: following }, nextCursor: following };
}

/** The range of creation times in a query, as the operations expect it. */
export const createdWithin = (query: {
  readonly created_after?: string | undefined;
  readonly created_before?: string | undefined;
}) => ({ createdAfter: query.created_after, createdBefore: query.created_before });
