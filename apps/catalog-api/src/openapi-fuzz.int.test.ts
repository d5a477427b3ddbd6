import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { fuzzApi } from "./testing/fuzz-api.js";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";

const REQUESTS = 600;
let api: ApiFixture;
beforeAll(async () => {
  api = await openApiFixture();
});
afterAll(() => api.close());

test("no request generated from the OpenAPI document causes a server error, and every response matches the document", async () => {
  const statuses = await fuzzApi(api, REQUESTS);
  // Some requests must succeed and some must be rejected; otherwise the test would check only one half.
  expect(statuses.get(200)).toBeGreaterThan(REQUESTS / 10);
  expect(statuses.get(422)).toBeGreaterThan(REQUESTS / 20);
});
