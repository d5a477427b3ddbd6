import { expect, test } from "@jest/globals";
import { InfiniteQueryObserver, QueryClient } from "@tanstack/query-core";
import { fetchPageAfterRefetch } from "./fetch-page-after-refetch.js";

test("the next page of a list that is being fetched again comes after the change, and does not replace it", async () => {
  const client = new QueryClient();
  const answers = [Promise.resolve("before"), Promise.withResolvers<string>(), Promise.resolve("next page")] as const;
  let requests = 0;
  const list = new InfiniteQueryObserver(client, {
    queryKey: ["listIncidents"],
    queryFn: () => {
      requests += 1;
      return (
        [answers[0], answers[1].promise, answers[2]][requests - 1] ?? Promise.reject(new Error("a request too many"))
      );
    },
    initialPageParam: 0,
    getNextPageParam: (_page, _pages, place: number) => place + 1,
  });
  const leave = list.subscribe(() => undefined);
  await list.refetch({ cancelRefetch: false });
  void client.invalidateQueries();
  const fetched = fetchPageAfterRefetch(list.getCurrentResult());
  answers[1].resolve("after");
  await fetched;
  expect(list.getCurrentResult().data?.pages).toEqual(["after", "next page"]);
  leave();
  client.clear();
});
