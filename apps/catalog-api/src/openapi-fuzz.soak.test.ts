import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { fuzzApi } from "./testing/fuzz-api.js";
import { openApi, type TestApi } from "./testing/open-api.js";

const REQUESTS = 5_000;
let api: TestApi;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

test("of five thousand requests made of the document none fails, and each answer is what it says", async () => {
  const statuses = await fuzzApi(api, REQUESTS);
  expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(REQUESTS);
});
