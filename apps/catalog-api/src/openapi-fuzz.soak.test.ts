import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { fuzzApi } from "./testing/fuzz-api.js";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";

const REQUESTS = 5_000;
let api: ApiFixture;
beforeAll(async () => {
  api = await openApiFixture();
});
afterAll(() => api.close());

test("none of five thousand generated requests causes a server error, and every response matches the document", async () => {
  const statuses = await fuzzApi(api, REQUESTS);
  expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(REQUESTS);
});
