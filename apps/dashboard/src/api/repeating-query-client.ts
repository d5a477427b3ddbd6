import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from "@tanstack/query-core";

/**
 * A query client whose `invalidateQueries` also covers queries that are being read for the first time. The library repeats
 * a request under way only if the query already has data. Otherwise it would keep a response from before the change.
 */
export class RepeatingQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters: InvalidateQueryFilters<Key> = {},
    options?: InvalidateOptions,
  ): Promise<void> {
    const loading = new Set(this.getQueryCache().findAll(filters).filter(isReadForTheFirstTime));
    await super.invalidateQueries(filters, options);
    if (loading.size === 0) return;
    await Promise.allSettled([...loading].map(({ promise }) => promise));
    await super.invalidateQueries({ ...filters, predicate: (query) => loading.has(query) }, options);
  }
}

const isReadForTheFirstTime = ({ state }: Query): boolean =>
  state.fetchStatus === "fetching" && state.data === undefined;
