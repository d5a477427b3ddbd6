import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";
import { addMember, type Credentials, PUBLIC_URL } from "./testing/people.js";

/*
 * A product can be in channels that the caller sees and in others. What it has for the others is hidden from the caller,
 * and stays as it is.
 */

let api: ApiFixture;
let shownId: string;
let hiddenId: string;
const callers: Record<string, Credentials> = {};

beforeAll(async () => {
  api = await openApiFixture({ SKUCAST_PUBLIC_URL: PUBLIC_URL });
  shownId = await newChannel("Shown", ["P-1"]);
  hiddenId = await newChannel("Hidden", []);
  const member = await addMember(api.db, { workspaceId: api.workspace.id, role: "editor", channelIds: [shownId] });
  const key = await api.ask("POST", "/api-keys", { body: { name: "limited", channels: [shownId] } });
  callers["a restricted editor"] = member.session;
  callers["an app of a restricted editor"] = member.app;
  callers["a key with channels"] = { token: key.json.secret };
});
afterAll(() => api.close());

async function newChannel(name: string, include_skus: readonly string[]): Promise<string> {
  const market = { country: "US", currency: "USD", language: "en" };
  const selection = { filters: { brand: ["no such brand"] }, include_skus };
  return (await api.ask("POST", "/channels", { body: { name, profile: "generic", market, selection } })).json.id;
}

const product = { sku: "P-1", title: "Lamp", price_amount: 1, price_currency: "USD", availability: "in_stock" };
const hidden = () => ({ [hiddenId]: { title: "Secret" } });
const shown = (title: string) => ({ [shownId]: { title } });

/** What the product has, as the whole workspace sees it. */
const stored = async () => (await api.ask("GET", "/products/P-1")).json;

beforeEach(async () => {
  const channel_overrides = { ...hidden(), ...shown("Own") };
  const { status } = await api.ask("PUT", "/products/P-1", { body: { ...product, channel_overrides } });
  expect([200, 201]).toContain(status);
});

describe.each(["a restricted editor", "an app of a restricted editor", "a key with channels"])("for %s", (caller) => {
  const ask = (method: string, path: string, body?: unknown) => api.ask(method, path, { body, ...callers[caller] });

  test.each([
    "/products/P-1",
    "/products",
    "/products?q=lamp",
    "/products?sort=-sku",
    "/products?sort=updated_at&include=deleted",
    "/products?sort=-updated_at",
    "/products?sku=P-1&fields=channel_overrides",
  ])("GET %s shows the overrides of visible channels only", async (path) => {
    // By change time, a product appears only once no earlier transaction can still commit.
    const json = await eventually(async () => {
      const answer = await ask("GET", path);
      return answer.json.data?.length !== 0 && answer.json;
    });
    expect((json.data?.[0] ?? json).channel_overrides).toEqual(shown("Own"));
    expect(JSON.stringify(json)).not.toContain("Secret");
  });

  test.each([
    ["PATCH with null", "PATCH", "/products/P-1", () => ({ channel_overrides: null }), undefined],
    ["PATCH of another", "PATCH", "/products/P-1", () => ({ channel_overrides: shown("New") }), "New"],
    [
      "null for the hidden one",
      "PATCH",
      "/products/P-1",
      () => ({ title: "Lamp 2", channel_overrides: { [hiddenId]: null } }),
      "Own",
    ],
    ["replacing", "PUT", "/products/P-1", () => product, undefined],
    ["upsert with null", "POST", "/products", () => ({ ...product, channel_overrides: null }), undefined],
    [
      "batch",
      "POST",
      "/products/batch",
      () => ({ items: [{ ...product, title: "Lamp 3", channel_overrides: null }] }),
      undefined,
    ],
  ])("%s keeps the overrides of hidden channels, and does not return them", async (_what, method, path, body, own) => {
    const answer = await ask(method, path, body());
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain("Secret");
    expect((await stored()).channel_overrides).toEqual({ ...hidden(), ...(own && shown(own)) });
  });

  const condition = (part: string) => ({ field: `channel_overrides${part}`, op: "exists" });
  const inRule = (part: string) => ({ ...condition(part), field: `product.channel_overrides${part}` });
  const group = (inner: object) => ({ op: "or", conditions: [{ field: "brand", op: "missing" }, inner] });
  const rules: readonly [string, (part: string) => object][] = [
    ["a condition", (part) => ({ type: "exclude", when: [inRule(part)], reason: "A" })],
    ["a group in a condition", (part) => ({ type: "exclude", when: [group(inRule(part))], reason: "A" })],
    ["a lookup", (part) => ({ type: "lookup", field: "title", from: inRule(part).field, table: {}, otherwise: "A" })],
    ["a template", (part) => ({ type: "template", field: "title", template: `{${inRule(part).field}|A}` })],
  ];

  test("no list says which products have hidden ones", async () => {
    const found = (conditions: object[]) =>
      ask("GET", `/products?conditions=${encodeURIComponent(JSON.stringify(conditions))}`);
    for (const part of ["", `.${hiddenId}`, ".ch_00000000000000000000000000"]) {
      expect((await found([condition(part)])).json).toMatchObject({ status: 403, code: "forbidden" });
      expect((await found([group(condition(part))])).json.code).toBe("forbidden");
      const selection = { conditions: [condition(part)] };
      expect((await ask("POST", `/channels/${shownId}/preview`, { channel: { selection } })).json.code).toBe(
        "forbidden",
      );
    }
    expect((await found([condition(`.${shownId}`)])).json.data).toMatchObject([{ sku: "P-1" }]);
  });

  test.each(rules)("no rule says it, by %s", async (_by, ruleWith) => {
    for (const part of ["", `.${hiddenId}`]) {
      const given = { rules: [ruleWith(part)] };
      expect((await ask("POST", `/channels/${shownId}/preview`, { channel: given })).json.code).toBe("forbidden");
      expect((await ask("PATCH", `/channels/${shownId}`, given)).json.code).toBe("forbidden");
    }
    const own = { rules: [ruleWith(`.${shownId}`)] };
    expect((await ask("POST", `/channels/${shownId}/preview`, { channel: own })).status).toBe(200);
  });

  test("deleting the product and creating it again keeps them, too", async () => {
    expect((await ask("DELETE", "/products/P-1")).status).toBe(204);
    const created = await ask("POST", "/products", product);
    expect([created.status, created.json.channel_overrides]).toEqual([201, undefined]);
    expect((await stored()).channel_overrides).toEqual(hidden());
  });

  test("a write that would change nothing else changes nothing: same version, no event", async () => {
    const { version } = await stored();
    const body = { ...product, channel_overrides: { ...shown("Own"), [hiddenId]: null } };
    for (const [method, path] of [
      ["PUT", "/products/P-1"],
      ["PATCH", "/products/P-1"],
      ["POST", "/products"],
    ] as const) {
      expect((await ask(method, path, body)).json.version).toBe(version);
    }
  });

  test("setting one is rejected as an unknown channel", async () => {
    const { status, json } = await ask("PATCH", "/products/P-1", {
      channel_overrides: { [hiddenId]: { title: "Mine" } },
    });
    expect([status, json.errors[0].code]).toEqual([422, "unknown_channel"]);
    expect((await stored()).channel_overrides).toEqual({ ...hidden(), ...shown("Own") });
  });
});

test("who sees all channels finds products by the overrides of any", async () => {
  for (const part of ["", `.${hiddenId}`]) {
    const conditions = encodeURIComponent(JSON.stringify([{ field: `channel_overrides${part}`, op: "exists" }]));
    expect((await api.ask("GET", `/products?conditions=${conditions}`)).json.data).toMatchObject([{ sku: "P-1" }]);
  }
});

test("who sees all channels sees and removes all overrides", async () => {
  const owner = await addMember(api.db, { workspaceId: api.workspace.id, role: "owner" });
  const ask = (method: string, body?: unknown) => api.ask(method, "/products/P-1", { body, ...owner.session });
  expect((await ask("GET")).json.channel_overrides).toEqual({ ...hidden(), ...shown("Own") });
  expect((await ask("PUT", product)).json.channel_overrides).toBeUndefined();
  expect((await stored()).channel_overrides).toBeUndefined();
});
