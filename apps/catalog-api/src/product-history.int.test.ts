import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";
import { addMember, PUBLIC_URL } from "./testing/people.js";

let api: ApiFixture;
let keyId: string;

beforeAll(async () => {
  api = await openApiFixture({ SKUCAST_PUBLIC_URL: PUBLIC_URL });
  keyId = (await api.ask("GET", "/me")).json.key_id;
});
afterAll(() => api.close());

const product = (sku: string, more: object = {}) => ({
  sku,
  title: "Lamp",
  price_amount: 20,
  price_currency: "USD",
  availability: "in_stock",
  ...more,
});
const historyOf = (sku: string, query = "", who = {}) => api.ask("GET", `/products/${sku}/history${query}`, who);

test("each change has who made it and the values before and after, newest first, in pages", async () => {
  const { session, userId } = await addMember(api.db, { workspaceId: api.workspace.id, role: "editor" });
  await api.ask("POST", "/products", { body: product("H-1", { metadata: { shelf: "A" } }) });
  const patch = { price_amount: 25, brand: "Acme", metadata: { shelf: "B" } };
  await api.ask("PATCH", "/products/H-1", { body: patch, ...session });
  const { status, json } = await historyOf("H-1");
  expect(status).toBe(200);
  expect(json.data).toEqual([
    {
      id: expect.stringMatching(/^evt_/),
      at: expect.any(String),
      type: "updated",
      version: 2,
      actor: { type: "user", id: userId, name: expect.any(String) },
      changes: expect.any(Array),
      omitted: [],
    },
    expect.objectContaining({
      type: "created",
      version: 1,
      actor: expect.objectContaining({ id: keyId }),
      changes: [],
    }),
  ]);
  expect(new Set(json.data[0].changes)).toEqual(
    new Set([
      { field: "price_amount", before: 20, after: 25 },
      { field: "brand", before: null, after: "Acme" },
      { field: "metadata", before: { shelf: "A" }, after: { shelf: "B" } },
    ]),
  );
  const first = (await historyOf("H-1", "?limit=1")).json;
  expect(first.data).toEqual([json.data[0]]);
  expect((await historyOf("H-1", `?limit=1&cursor=${first.next_cursor}`)).json.data).toEqual([json.data[1]]);
  const { data } = (await historyOf("H-1", "", session)).json;
  expect(data[0].actor.name).toBe(json.data[0].actor.name);
});

test("values that an event had no room for are named", async () => {
  const languages = ["de", "fr", "es", "it", "nl", "pl", "pt", "sv", "da", "fi", "cs", "ja"];
  const body = (letter: string) => ({
    title: letter,
    translations: Object.fromEntries(languages.map((language) => [language, { description: letter.repeat(5_000) }])),
  });
  await api.ask("POST", "/products", { body: product("H-2", body("ä")) });
  expect((await api.ask("PATCH", "/products/H-2", { body: body("ö") })).status).toBe(200);
  const [{ changes, omitted }] = (await historyOf("H-2")).json.data;
  expect(omitted).toEqual(["translations"]);
  expect(changes).toEqual([{ field: "title", before: "ä", after: "ö" }]);
});

test("who sees some channels only may not read it, a narrow key reads it without names, and an unknown product is not found", async () => {
  await api.ask("POST", "/products", { body: product("H-3") });
  const market = { country: "US", currency: "USD", language: "en" };
  const channel = (await api.ask("POST", "/channels", { body: { name: "C", market } })).json.id;
  const restricted = await addMember(api.db, { workspaceId: api.workspace.id, role: "editor", channelIds: [channel] });
  for (const who of [restricted.session, restricted.app]) expect((await historyOf("H-3", "", who)).status).toBe(403);
  const limited = await api.ask("POST", "/api-keys", { body: { name: "limited", channels: [channel] } });
  expect((await historyOf("H-3", "", { token: limited.json.secret })).status).toBe(403);
  const narrow = await api.ask("POST", "/api-keys", { body: { name: "narrow", scopes: ["products:read"] } });
  const { json } = await historyOf("H-3", "", { token: narrow.json.secret });
  expect(json.data[0].actor).toEqual({ type: "api_key", id: keyId });
  expect((await historyOf("H-4")).json.code).toBe("not_found");
});
