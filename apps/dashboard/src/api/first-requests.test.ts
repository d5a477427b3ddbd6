import { expect, test } from "@jest/globals";
import { createApiClient } from "@skucast/client/api/create-api-client";
import { ROUTES, type Routes } from "@skucast/contracts/routes";
import { HOME_ROWS_MAX } from "../pages/home/rows-max.js";
import { DEFAULT_COLUMNS, FIRST_PAGE_SIZE, requestedFields } from "../pages/products/column-fields.js";
import { fetchOrTakeEarly, forgetEarlyRequests, requestEarly } from "./early-requests.js";
import { firstRequestsOf } from "./first-requests.js";

const api = createApiClient<Routes>({ routes: ROUTES, baseUrl: "" });

test("the first requests have the URLs that the pages request", () => {
  const query = { brand: undefined, limit: FIRST_PAGE_SIZE, fields: requestedFields(DEFAULT_COLUMNS) };
  const me = api.urlOf("getMe");
  expect(firstRequestsOf({ pathname: "/products", search: "" })).toEqual([me, api.urlOf("listProducts", { query })]);
  expect(firstRequestsOf({ pathname: "/products", search: "?q=tee" })).toEqual([me]);
  expect(firstRequestsOf({ pathname: "/feeds", search: "" })).toEqual([me]);
  const rows = { query: { limit: HOME_ROWS_MAX } };
  expect(firstRequestsOf({ pathname: "/", search: "" })).toEqual([
    me,
    api.urlOf("listFeeds", rows),
    api.urlOf("listChannels", rows),
  ]);
});

test("an early response is used once, only by a GET of its URL, and not after a change", async () => {
  const original = globalThis.fetch;
  const urls: string[] = [];
  globalThis.fetch = async (input) => {
    urls.push(String(input));
    return new Response(String(urls.length));
  };
  try {
    const textOf = async (url: string, method: string) => (await fetchOrTakeEarly(url, { method })).text();
    requestEarly("/a");
    expect(await textOf("/b", "GET")).toBe("2");
    expect(await textOf("/a", "POST")).toBe("3");
    expect(await textOf("/a", "GET")).toBe("1");
    expect(await textOf("/a", "GET")).toBe("4");
    requestEarly("/a");
    forgetEarlyRequests();
    expect(await textOf("/a", "GET")).toBe("6");
    expect(urls).toEqual(["/a", "/b", "/a", "/a", "/a", "/a"]);
  } finally {
    globalThis.fetch = original;
  }
});
