import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { fuzzApi } from "./testing/fuzz-api.js";
import { openApi, type TestApi } from "./testing/open-api.js";

const REQUESTS = 1_000;
let api: TestApi;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

test("no request that is made of our own OpenAPI document fails, and each answer is what it says", async () => {
  const statuses = await fuzzApi(api, REQUESTS);
  // Neither everything was refused nor everything taken: it would say little about the other half.
  expect(statuses.get(200)).toBeGreaterThan(REQUESTS / 10);
  expect(statuses.get(422)).toBeGreaterThan(REQUESTS / 20);
});
