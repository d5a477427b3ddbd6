import { expect, test } from "@jest/globals";
import { QueryObserver } from "@tanstack/query-core";
import { RepeatingQueryClient } from "./repeating-query-client.js";

/** A query on display. The test answers its first request; the service answers the next ones at once, with their number. */
function displayedQuery() {
  const client = new RepeatingQueryClient();
  const first = Promise.withResolvers<number>();
  let requests = 0;
  const queryFn = () => {
    requests += 1;
    return requests === 1 ? first.promise : Promise.resolve(requests);
  };
  const observer = new QueryObserver(client, { queryKey: ["listProducts"], queryFn });
  const leave = observer.subscribe(() => undefined);
  return {
    client,
    first,
    shown: () => observer.getCurrentResult().data,
    close: () => {
      leave();
      client.clear();
    },
  };
}

test("after a change during the first request of a query, the request is repeated", async () => {
  const { client, first, shown, close } = displayedQuery();
  const invalidated = client.invalidateQueries({ queryKey: ["listProducts"] });
  first.resolve(1);
  await invalidated;
  expect(shown()).toBe(2);
  close();
});

test("a query with data is requested once more after a change, and not at all after a change of something else", async () => {
  const { client, first, shown, close } = displayedQuery();
  await client.invalidateQueries({ queryKey: ["listFeeds"] });
  first.resolve(1);
  await client.invalidateQueries();
  const before = shown();
  await client.invalidateQueries();
  expect([before, shown()]).toEqual([2, 3]);
  close();
});
