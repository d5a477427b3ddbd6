import type { Cursors } from "@skucast/http-kit/cursors";
import type { Reply } from "@skucast/http-kit/handler";

export interface PageCall {
  readonly principal: { readonly workspaceId: string };
  readonly query: { readonly limit: number; readonly cursor?: string | undefined };
}

interface Found<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** One list: its name and filters bind the cursor, so that it cannot be used with others. */
interface List {
  readonly name: string;
  readonly filter: object;
}

/** Where the asked page begins: after this position; empty for the first page. */
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

/** Answers a list: reads one page with the verb and adds the cursor of the next. */
export async function page<T>(
  cursors: Cursors,
  call: PageCall,
  list: List,
  read: (page: { after: string; limit: number }) => Promise<Found<T>>,
): Promise<Reply> {
  const { items, next } = await read({ after: positionOf(cursors, call, list), limit: call.query.limit });
  const following = nextCursor(cursors, call, list, next);
  return { json: { data: items, has_more: next !== null, next_cursor: following }, nextCursor: following };
}

/** The time in which what is listed was made, as the verbs take it. */
export const createdWithin = (query: {
  readonly created_after?: string | undefined;
  readonly created_before?: string | undefined;
}) => ({ createdAfter: query.created_after, createdBefore: query.created_before });
