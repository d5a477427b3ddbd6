import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";

let api: ApiFixture;
beforeAll(async () => {
  api = await openApiFixture();
});
afterAll(() => api?.close());

test("profiles are listed completely, in pages", async () => {
  const first = await api.ask("GET", "/channel-profiles?limit=4");
  expect(first.status).toBe(200);
  expect(first.json.data).toHaveLength(4);
  const rest = await api.ask("GET", `/channel-profiles?cursor=${encodeURIComponent(first.json.next_cursor)}`);
  expect(rest.json.has_more).toBe(false);
  const ids = [...first.json.data, ...rest.json.data].map(({ id }: { id: string }) => id);
  expect(ids).toContain("openai_products@2025-09");
  expect(new Set(ids).size).toBe(ids.length);
});

test("a profile is read by its pinned or plain name, with columns, checks and issue hints", async () => {
  const bare = await api.ask("GET", "/channel-profiles/google_merchant");
  const pinned = await api.ask("GET", "/channel-profiles/google_merchant%402026-10");
  expect(bare.status).toBe(200);
  expect(bare.json).toEqual(pinned.json);
  expect(bare.json).toMatchObject({ id: "google_merchant@2026-10", is_newest: true });
  const source = "https://support.google.com/merchants/answer/6324405";
  expect(bare.json.columns[0]).toEqual({ name: "id", type: "text", from: "sku", required: true, max: 50, source });
  expect(bare.json.checks).toContainEqual(expect.objectContaining({ type: "required_when", column: "brand" }));
  expect(bare.json.issues).toContainEqual(
    expect.objectContaining({ code: "missing_value", fix_hint: expect.any(String) }),
  );
});

test("an unknown profile is not found; without a token the request is unauthorized", async () => {
  expect((await api.ask("GET", "/channel-profiles/openai")).json).toMatchObject({ status: 404, code: "not_found" });
  expect((await api.ask("GET", "/channel-profiles", { token: "none" })).status).toBe(401);
});
