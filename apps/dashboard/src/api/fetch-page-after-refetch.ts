interface PagedQuery {
  readonly isFetching: boolean;
  readonly isFetchingNextPage: boolean;
  refetch(options: { cancelRefetch: boolean }): Promise<unknown>;
  fetchNextPage(options: { cancelRefetch: boolean }): Promise<unknown>;
}

/**
 * Fetches the next page of a list. If a change is being fetched, that ends first: the query library would cancel it, and the
 * page would show the state before the change.
 */
export async function fetchPageAfterRefetch(query: PagedQuery): Promise<void> {
  if (query.isFetching && !query.isFetchingNextPage) await query.refetch({ cancelRefetch: false });
  await query.fetchNextPage({ cancelRefetch: false });
}
