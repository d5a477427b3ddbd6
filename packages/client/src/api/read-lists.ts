import type { AnswerOf, Route } from "@skucast/contracts/define-route";
import type { ApiClient, CallOf } from "./create-api-client.js";
import { type RetryOptions, waitFor } from "./retry-calls.js";

type RouteTable = Readonly<Record<string, Route>>;
interface List {
  readonly data: readonly unknown[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

/** Operations that return paged lists. */
export type ListIdOf<Table extends RouteTable> = {
  [Id in keyof Table & string]: AnswerOf<Table[Id]> extends List ? Id : never;
}[keyof Table & string];

/** Operations whose list continues with new writes: events with `order=asc`, products with `sort=updated_at`. */
export type FollowedIdOf<Table extends RouteTable> = Extract<ListIdOf<Table>, "listEvents" | "listProducts">;

type ItemOf<R extends Route> = AnswerOf<R> extends { data: readonly (infer Item)[] } ? Item : never;
type Sent<R extends Route> = Record<never, never> extends CallOf<R> ? [call?: CallOf<R>] : [call: CallOf<R>];

export interface ListReader<Table extends RouteTable> {
  /** All pages of a list, from `query.cursor` or the start. */
  pages<Id extends ListIdOf<Table>>(id: Id, ...sent: Sent<Table[Id]>): AsyncIterableIterator<AnswerOf<Table[Id]>>;
  /** All entries of a list, across pages. */
  items<Id extends ListIdOf<Table>>(id: Id, ...sent: Sent<Table[Id]>): AsyncIterableIterator<ItemOf<Table[Id]>>;
  /**
   * Existing and future entries in write order. Rejects with the reason of `signal` when it aborts. Store `cursor` once
   * the entries are handled: restart with it as `query.cursor` to miss nothing.
   */
  follow<Id extends FollowedIdOf<Table>>(
    id: Id,
    ...sent: [call?: CallOf<Table[Id]>, options?: FollowOptions]
  ): AsyncIterableIterator<Followed<ItemOf<Table[Id]>>>;
}

export interface FollowOptions {
  /** Milliseconds between requests while there is nothing new. Default: 2,000. */
  readonly pauseMs?: number;
}

/** The entries of one page, possibly none, and the cursor after them. */
export interface Followed<Item> {
  readonly items: readonly Item[];
  readonly cursor: string;
}

const PAUSE_MS = 2_000;
const ORDER: Readonly<Record<string, object>> = {
  listEvents: { order: "asc" },
  listProducts: { sort: "updated_at" },
};

/** Creates iterators over the lists of a client. */
export function readLists<Table extends RouteTable>(
  api: ApiClient<Table>,
  { wait = waitFor }: RetryOptions = {},
): ListReader<Table> {
  /** A page of any list. The route was checked where the id was given. */
  const page = (id: string, sent: Parts | undefined, query: object): Promise<List> =>
    (api.call as unknown as (id: string, sent: object) => Promise<List>)(id, {
      ...sent,
      query: { ...sent?.query, ...query },
    });

  async function* pagesOf(id: string, sent: Parts | undefined): AsyncGenerator<List> {
    for (let cursor: string | null | undefined = undefined; cursor !== null; ) {
      const found: List = await page(id, sent, cursor === undefined ? {} : { cursor });
      yield found;
      // A followed list always has a cursor, so `has_more` decides.
      cursor = found.has_more ? found.next_cursor : null;
    }
  }

  async function* itemsOf(id: string, sent: Parts | undefined): AsyncGenerator<unknown> {
    for await (const { data } of pagesOf(id, sent)) yield* data;
  }

  async function* followPages(id: string, sent: Parts | undefined, pauseMs: number): AsyncGenerator<Followed<unknown>> {
    for (let cursor: string | undefined; ; ) {
      sent?.signal?.throwIfAborted();
      const found: List = await page(id, sent, { ...ORDER[id], ...(cursor !== undefined && { cursor }) });
      if (found.next_cursor === null) throw new Error(`${id} cannot be followed`);
      cursor = found.next_cursor;
      yield { items: found.data, cursor };
      if (!found.has_more) await wait(pauseMs, sent?.signal);
    }
  }

  const reader = {
    pages: (id: string, sent?: Parts) => pagesOf(id, sent),
    items: (id: string, sent?: Parts) => itemsOf(id, sent),
    follow: (id: string, sent?: Parts, { pauseMs = PAUSE_MS }: FollowOptions = {}) => followPages(id, sent, pauseMs),
  };
  // The entry types follow from the id, which TypeScript cannot express for a generator over all of them.
  return reader as unknown as ListReader<Table>;
}

interface Parts {
  readonly query?: object;
  readonly signal?: AbortSignal;
}
