import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Answer, type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";

let api: ApiFixture;
beforeAll(async () => {
  api = await openApiFixture();
});
afterAll(async () => {
  await api.close();
});

const required = { title: "Tee", price_amount: 19.9, price_currency: "USD", availability: "in_stock" };
const store = (sku: string, more: object = {}) => api.ask("POST", "/products", { body: { sku, ...required, ...more } });
const create = async (path: string, body: object): Promise<Answer["json"]> => {
  const { status, json } = await api.ask("POST", path, { body });
  expect([status, json.errors]).toEqual([201, undefined]);
  return json;
};
const newChannel = (change: object = {}) =>
  create("/channels", { name: "Shop", market: { country: "DE", currency: "EUR", language: "de" }, ...change });

describe("members of a product's objects", () => {
  const nested = {
    metadata: { a: "1", b: "2" },
    translations: { de: { title: "Hemd", color: "rot" } },
    weight: { value: 1, unit: "kg" },
  };
  const patch = {
    metadata: { a: null, c: "3" },
    translations: { de: { color: null }, fr: { title: "Chemise" } },
    weight: { value: 2 },
  };
  const merged = {
    metadata: { b: "2", c: "3" },
    translations: { de: { title: "Hemd" }, fr: { title: "Chemise" } },
    weight: { value: 2, unit: "kg" },
  };

  test.each([
    ["PATCH", (sku: string) => api.ask("PATCH", `/products/${sku}`, { body: patch })],
    ["POST", (sku: string) => api.ask("POST", "/products", { body: { sku, ...patch } })],
    ["a batch", (sku: string) => api.ask("POST", "/products/batch", { body: { items: [{ sku, ...patch }] } })],
  ])("are merged by %s, null removes one, and repeating it changes nothing", async (name, write) => {
    const sku = `NESTED-${name.replaceAll(" ", "-")}`;
    await store(sku, nested);
    expect((await write(sku)).status).toBe(200);
    const { json, headers } = await api.ask("GET", `/products/${sku}`);
    expect(json).toMatchObject(merged);
    expect([json.metadata, json.translations]).toEqual([merged.metadata, merged.translations]);
    await write(sku);
    expect((await api.ask("GET", `/products/${sku}`)).headers.get("etag")).toBe(headers.get("etag"));
  });

  test("are replaced completely by PUT", async () => {
    await store("PUT-1", nested);
    const { json } = await api.ask("PUT", "/products/PUT-1", { body: { ...required, metadata: { c: "3" } } });
    expect([json.metadata, json.weight]).toEqual([{ c: "3" }, undefined]);
  });

  test("a missing required member is reported", async () => {
    const { status, json } = await store("NEW-1", { weight: { value: 1 } });
    expect([status, json.errors[0].pointer]).toEqual([422, "/weight/unit"]);
  });

  test("no concurrent patch of different keys is lost", async () => {
    await store("PARALLEL", { metadata: { kept: "yes" } });
    const keys = Array.from({ length: 20 }, (_, i) => `k${i}`);
    const answers = await Promise.all(
      keys.map((key) => api.ask("PATCH", "/products/PARALLEL", { body: { metadata: { [key]: key } } })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { json } = await api.ask("GET", "/products/PARALLEL");
    expect(json.metadata).toEqual({ kept: "yes", ...Object.fromEntries(keys.map((key) => [key, key])) });
  });
});

describe("members of settings", () => {
  test("of a channel are merged; null removes a default, a filter, or all of them", async () => {
    const selection = { filters: { brand: ["Acme"], condition: ["new"] }, include_skus: ["A"] };
    const { id } = await newChannel({ defaults: { brand: "Acme", seller_name: "S" }, selection });
    const change = async (body: object) => (await api.ask("PATCH", `/channels/${id}`, { body })).json;
    expect(
      await change({ defaults: { brand: null }, market: { country: "AT" }, selection: { filters: { brand: null } } }),
    ).toMatchObject({
      defaults: { seller_name: "S" },
      market: { country: "AT", currency: "EUR", language: "de" },
      selection: { filters: { condition: ["new"] }, include_skus: ["A"] },
    });
    const cleared = await change({ defaults: null, selection: { filters: null, include_skus: null }, rules: null });
    expect(cleared).toMatchObject({ defaults: {}, selection: { filters: {}, include_skus: [] }, rules: [] });
    expect(cleared.selection.filters).toEqual({});
  });

  test("of a feed's schedule and guards are merged", async () => {
    const { id: channel_id } = await newChannel();
    const schedule = { time: "03:00", time_zone: "UTC" };
    const { id } = await create("/feeds", { channel_id, name: "F", schedule });
    const change = (body: object) => api.ask("PATCH", `/feeds/${id}`, { body });
    const { json } = await change({ schedule: { time_zone: "Europe/Berlin" }, guards: { keep_columns: null } });
    expect(json).toMatchObject({
      schedule: { time: "03:00", time_zone: "Europe/Berlin" },
      guards: { keep_columns: false, min_items: 1 },
    });
    await change({ schedule: null });
    const { status, json: problem } = await change({ schedule: { time_zone: "UTC" } });
    expect([status, problem.errors[0].pointer]).toEqual([422, "/schedule/time"]);
  });

  test("of an endpoint's plain signature are merged, and its secret stays", async () => {
    const plain_signature = { header: "x-signature", prefix: "sha256=", secret: "sixteen-characters" };
    const { id } = await create("/webhook-endpoints", { url: "https://hooks.example/x", plain_signature });
    const change = (body: object) => api.ask("PATCH", `/webhook-endpoints/${id}`, { body });
    const sealedOf = async () => {
      const { rows } = await api.db.system.query("SELECT plain_secret_sealed FROM webhook_endpoints WHERE id = $1", [
        id,
      ]);
      return rows[0].plain_secret_sealed.toString("hex");
    };
    const sealed = await sealedOf();
    const { json } = await change({ plain_signature: { encoding: "base64", prefix: null } });
    expect(json.plain_signature).toEqual({ header: "x-signature", encoding: "base64", prefix: "" });
    expect(await sealedOf()).toBe(sealed);
    await change({ plain_signature: null });
    const { status, json: problem } = await change({ plain_signature: { header: "x-other" } });
    expect([status, problem.errors[0].pointer]).toEqual([422, "/plain_signature/secret"]);
  });

  test("of a destination's login are merged: a password next to a key changes, and the key stays", async () => {
    const { id, auth } = await create("/destinations", {
      name: "D",
      host: "sftp.example",
      username: "u",
      auth: { type: "public_key", password: "one" },
    });
    const change = async (body: object) => (await api.ask("PATCH", `/destinations/${id}`, { body })).json;
    expect((await change({ auth: { password: "two" } })).auth).toEqual({ ...auth, has_password: true });
    expect((await change({ auth: { password: null } })).auth).toEqual({ ...auth, has_password: false });
    expect((await change({ auth: { type: "password" } })).errors[0].pointer).toBe("/auth/password");
    expect((await change({ auth: { type: "password", password: "p" } })).auth.type).toBe("password");
    expect((await change({ auth: { password: null } })).errors[0].pointer).toBe("/auth/password");
  });
});

describe("channel_overrides", () => {
  test("must be for a channel of the workspace and fields of its profile; errors suggest the most similar known name", async () => {
    const { id } = await newChannel({ name: "Google shop", profile: "google_merchant" });
    await store("OVER");
    const rejectedAs = async (channel_overrides: object) => {
      const { status, json } = await api.ask("PATCH", "/products/OVER", { body: { channel_overrides } });
      expect(status).toBe(422);
      return json.errors.map(({ pointer, message }: { pointer: string; message: string }) => `${pointer} ${message}`);
    };
    for (const named of ["google_merchant", "google shop", `${id.slice(0, -1)}${id.endsWith("0") ? "1" : "0"}`]) {
      const [fault] = await rejectedAs({ [named]: { title: "Mine" } });
      expect(fault).toContain(`did you mean ${id} (Google shop)?`);
    }
    expect(await rejectedAs({ [id]: { titel: "Mine" } })).toEqual([
      expect.stringMatching(new RegExp(`^/channel_overrides/${id}/titel .*did you mean title\\?$`)),
    ]);
    const other = (await api.newWorkspace()).token;
    const body = { sku: "OVER", ...required, channel_overrides: { [id]: { title: "Theirs" } } };
    expect((await api.ask("POST", "/products", { body, token: other })).status).toBe(422);
    const { json: batch } = await api.ask("POST", "/products/batch", {
      body: {
        items: [
          { ...body, channel_overrides: { nowhere: { title: "x" } } },
          { sku: "FINE", ...required },
        ],
      },
    });
    expect(batch.results.map(({ status }: { status: string }) => status)).toEqual(["failed", "created"]);
  });

  test("are removed when their channel is deleted, and null is accepted for a deleted channel", async () => {
    const gone = await newChannel();
    const kept = await newChannel();
    const skus = Array.from({ length: 12 }, (_, i) => `GONE-${i}`);
    const both = { [gone.id]: { title: "A" }, [kept.id]: { title: "B" } };
    for (const sku of skus)
      await store(sku, { channel_overrides: sku === "GONE-0" ? { [gone.id]: { title: "A" } } : both });
    expect((await api.ask("DELETE", `/channels/${gone.id}?validate_only=true`)).status).toBe(204);
    expect((await api.ask("GET", "/products/GONE-1")).json.channel_overrides).toEqual(both);
    expect((await api.ask("DELETE", `/channels/${gone.id}`)).status).toBe(204);
    for (const sku of skus) {
      const { json } = await api.ask("GET", `/products/${sku}`);
      expect(json.channel_overrides).toEqual(sku === "GONE-0" ? undefined : { [kept.id]: { title: "B" } });
      expect(json.version).toBe(2);
    }
    const again = await api.ask("PATCH", "/products/GONE-1", { body: { channel_overrides: { [gone.id]: null } } });
    expect([again.status, again.json.version]).toEqual([200, 2]);
  });
});
