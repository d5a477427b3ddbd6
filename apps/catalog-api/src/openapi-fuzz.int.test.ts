import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { fuzzApi } from "./testing/fuzz-api.js";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";

const REQUESTS = 1_000;
let api: ApiFixture;
beforeAll(async () => {
  api = await openApiFixture();
});
afterAll(() => api.close());

test("no request that is made of our own OpenAPI document fails, and each answer is what it says", async () => {
  const statuses = await fuzzApi(api, REQUESTS);
  // Neither everything was refused nor everything taken: it would say little about the other half.
  expect(statuses.get(200)).toBeGreaterThan(REQUESTS / 10);
  expect(statuses.get(422)).toBeGreaterThan(REQUESTS / 20);
});
