import type { AnswerOf, Route } from "@skucast/contracts/define-route";
import type { ApiClient, CallOf } from "./create-api-client.js";
import { type Patience, waitFor } from "./retry-calls.js";

type RouteTable = Readonly<Record<string, Route>>;
interface List {
  readonly data: readonly unknown[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

/** Operations that answer a list, page by page. */
export type ListIdOf<Table extends RouteTable> = {
  [Id in keyof Table & string]: AnswerOf<Table[Id]> extends List ? Id : never;
}[keyof Table & string];

/** Operations whose list goes on as things are written: `order=asc` of events, `sort=updated_at` of products. */
export type FollowedIdOf<Table extends RouteTable> = Extract<ListIdOf<Table>, "listEvents" | "listProducts">;

type ItemOf<R extends Route> = AnswerOf<R> extends { data: readonly (infer Item)[] } ? Item : never;
type Sent<R extends Route> = Record<never, never> extends CallOf<R> ? [call?: CallOf<R>] : [call: CallOf<R>];

export interface ListReader<Table extends RouteTable> {
  /** All pages of a list, from `query.cursor` or the beginning on. */
  pages<Id extends ListIdOf<Table>>(id: Id, ...sent: Sent<Table[Id]>): AsyncIterableIterator<AnswerOf<Table[Id]>>;
  /** All entries of a list, of one page after the other. */
  items<Id extends ListIdOf<Table>>(id: Id, ...sent: Sent<Table[Id]>): AsyncIterableIterator<ItemOf<Table[Id]>>;
  /**
   * What is there and what comes, in the order in which it was written, until `signal` aborts, which rejects with its reason.
   * Store `cursor` when the entries are handled: begun again with it as `query.cursor`, nothing is missed.
   */
  follow<Id extends FollowedIdOf<Table>>(
    id: Id,
    ...sent: [call?: CallOf<Table[Id]>, options?: FollowOptions]
  ): AsyncIterableIterator<Followed<ItemOf<Table[Id]>>>;
}

export interface FollowOptions {
  /** Milliseconds between two questions while nothing comes; default 2,000. */
  readonly pauseMs?: number;
}

/** Entries of one page, which may be none, and the place behind them. */
export interface Followed<Item> {
  readonly items: readonly Item[];
  readonly cursor: string;
}

const PAUSE_MS = 2_000;
const ORDER: Readonly<Record<string, object>> = {
  listEvents: { order: "asc" },
  listProducts: { sort: "updated_at" },
};

/** Iterators over the lists that a client answers. */
export function readLists<Table extends RouteTable>(
  api: ApiClient<Table>,
  { wait = waitFor }: Patience = {},
): ListReader<Table> {
  /** A list's answer, as all of them are; which route it is was checked where the id was named. */
  const page = (id: string, sent: Parts | undefined, query: object): Promise<List> =>
    (api.call as unknown as (id: string, sent: object) => Promise<List>)(id, {
      ...sent,
      query: { ...sent?.query, ...query },
    });

  async function* pagesOf(id: string, sent: Parts | undefined): AsyncGenerator<List> {
    for (let cursor: string | null | undefined = undefined; cursor !== null; ) {
      const found: List = await page(id, sent, cursor === undefined ? {} : { cursor });
      yield found;
      // The cursor of a list that is followed is never null: what has no more is done.
      cursor = found.has_more ? found.next_cursor : null;
    }
  }

  async function* itemsOf(id: string, sent: Parts | undefined): AsyncGenerator<unknown> {
    for await (const { data } of pagesOf(id, sent)) yield* data;
  }

  async function* followed(id: string, sent: Parts | undefined, pauseMs: number): AsyncGenerator<Followed<unknown>> {
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
    follow: (id: string, sent?: Parts, { pauseMs = PAUSE_MS }: FollowOptions = {}) => followed(id, sent, pauseMs),
  };
  // The types of its entries follow from the id alone, which TypeScript cannot tell of a generator of all of them.
  return reader as unknown as ListReader<Table>;
}

interface Parts {
  readonly query?: object;
  readonly signal?: AbortSignal;
}
