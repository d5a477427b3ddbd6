import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { channelCreateSchema } from "@skucast/contracts/channels/channel";
import { LIMITS } from "@skucast/contracts/limits";
import type { Principal } from "@skucast/contracts/principal";
import { createChannel } from "../channels/create-channel.js";
import { type CatalogFixture, openCatalogFixture, rejectionOf } from "../testing/open-catalog-fixture.js";
import { batchUpsertProducts } from "./batch-upsert-products.js";
import { deleteProducts } from "./delete-products.js";
import { getProducts } from "./get-products.js";
import { type SearchPage, type SearchPosition, searchProducts } from "./search-products.js";
import { validateProducts } from "./validate-products.js";

let fixture: CatalogFixture;
let principal: Principal;

beforeAll(async () => {
  fixture = await openCatalogFixture();
  principal = await fixture.newPrincipal();
});
afterAll(() => fixture.close());

const product = (sku: string, more: object = {}) => ({
  sku,
  title: "Tee",
  price_amount: 19.9,
  price_currency: "EUR",
  availability: "in_stock",
  ...more,
});
const store = (...items: unknown[]) =>
  batchUpsertProducts({ ctx: fixture.ctx, principal, input: { items, mode: "partial" } });
const read = (skus: string[], as = principal) => getProducts({ ctx: fixture.ctx, principal: as, input: { skus } });
const remove = (skus: string[], more: object = {}, as = principal) =>
  deleteProducts({ ctx: fixture.ctx, principal: as, input: { skus, ...more } });
const check = (items: unknown[], channelId?: string, as = principal) =>
  validateProducts({ ctx: fixture.ctx, principal: as, input: { items, channelId } });
const newChannel = (as = principal) =>
  createChannel({
    ctx: fixture.ctx,
    principal: as,
    input: {
      channel: channelCreateSchema.parse({
        name: "Shop",
        profile: "openai_products",
        market: { country: "DE", currency: "EUR", language: "de" },
        defaults: { seller_name: "Acme" },
      }),
    },
  });

describe("reading several products", () => {
  test("returns existing ones in the requested order, each once", async () => {
    await store(product("a"), product("b"));
    expect([...(await read(["b", "none", "a", "b"])).keys()]).toEqual(["b", "a"]);
  });

  test("does not find deleted ones, nor another workspace's", async () => {
    await store(product("gone"));
    await remove(["gone"]);
    expect((await read(["gone"])).size).toBe(0);
    expect((await read(["a"], await fixture.newPrincipal())).size).toBe(0);
  });

  test("requires the scope", async () => {
    const other = await fixture.newPrincipal(["products:write"]);
    expect(await rejectionOf(read(["a"], other))).toMatchObject({ code: "forbidden" });
  });
});

describe("deleting several products", () => {
  test("reports each result; missing products fail individually", async () => {
    await store(product("x1"), product("x2"));
    const results = await remove(["x2", "none", "x1", "x1"]);
    expect(results.map(({ sku, status }) => `${sku} ${status}`)).toEqual(["x2 deleted", "none failed", "x1 deleted"]);
    expect(results[1]).toMatchObject({ problem: { code: "not_found" } });
    expect((await read(["x1", "x2"])).size).toBe(0);
  });

  test("appends one product.deleted event for each", async () => {
    await store(product("told"));
    const { id } = JSON.parse((await read(["told"])).get("told") ?? "{}");
    await remove(["told"]);
    await remove(["told"]);
    expect((await fixture.eventsOf(principal, id)).map(({ type }) => type)).toEqual([
      "product.created",
      "product.deleted",
    ]);
  });

  test("with validateOnly deletes nothing and does not wake the relay", async () => {
    await store(product("kept"));
    const wakes = fixture.wakes();
    expect(await remove(["kept"], { validateOnly: true })).toEqual([{ sku: "kept", status: "deleted" }]);
    expect([(await read(["kept"])).size, fixture.wakes()]).toEqual([1, wakes]);
  });

  test("is forbidden for a viewer", async () => {
    await store(product("safe"));
    const viewer = await fixture.newMember(principal, "viewer");
    expect(await rejectionOf(remove(["safe"], {}, viewer))).toMatchObject({ code: "forbidden" });
    expect((await read(["safe"])).size).toBe(1);
  });
});

describe("validating several products", () => {
  test("reports what an upsert would do, and stores nothing", async () => {
    await store(product("v-same"), product("v-old"));
    const results = await check([product("v-new"), product("v-same"), product("v-old", { title: "Shirt" })]);
    expect(results.map(({ sku, isValid, change }) => [sku, isValid, change])).toEqual([
      ["v-new", true, "create"],
      ["v-same", true, "none"],
      ["v-old", true, "update"],
    ]);
    expect((await read(["v-new"])).size).toBe(0);
    expect(JSON.parse((await read(["v-old"])).get("v-old") ?? "{}").title).toBe("Tee");
  });

  test("reports the errors of each item separately", async () => {
    const [bad, incomplete, good, again] = await check([
      { sku: "w1", price_amout: 5 },
      { sku: "w2", title: "Only a title" },
      product("w3"),
      product("w3"),
    ]);
    expect(bad).toMatchObject({ index: 0, sku: "w1", isValid: false, change: null });
    expect(bad?.faults[0]).toMatchObject({ pointer: "/price_amout", message: expect.stringContaining("price_amount") });
    expect(incomplete?.faults.map(({ pointer }) => pointer)).toEqual([
      "/price_amount",
      "/price_currency",
      "/availability",
    ]);
    expect([good?.isValid, again?.faults[0]?.code]).toEqual([true, "duplicate_in_batch"]);
  });

  test("checks a stored product with the change as a channel would", async () => {
    const { id } = await newChannel();
    await store(product("c1", { description: "Soft.", brand: "Acme", condition: "new" }));
    const [before] = await check([{ sku: "c1" }], id);
    expect(before?.isValid).toBe(false);
    expect(before?.issues.map(({ code, field }) => `${code} ${field}`)).toEqual([
      "missing_value url",
      "missing_value image_url",
    ]);
    expect(before?.issues[0]?.fix_hint).toMatch(/Set this field of the product/);
    const address = "https://shop.example.com/c1";
    const [after] = await check([{ sku: "c1", url: address, image_url: `${address}.jpg` }], id);
    expect(after).toMatchObject({ isValid: true, change: "update", issues: [] });
  });

  test("names why a channel would exclude a product as it would be stored, in the words of a preview", async () => {
    const channel = channelCreateSchema.parse({
      name: "Summer",
      market: { country: "DE", currency: "EUR", language: "de" },
      selection: {
        filters: { brand: ["Acme"], q: "tee", condition: ["new"], updated_after: "2020-01-01T00:00:00Z" },
        conditions: [{ field: "custom_attributes.season", op: "equals", value: "summer" }],
        include_skus: ["e-included"],
        exclude_skus: ["e-out"],
      },
      rules: [
        { type: "exclude", when: [{ field: "product.tags", op: "includes", value: "hidden" }], reason: "Hidden." },
      ],
    });
    const { id } = await createChannel({ ctx: fixture.ctx, principal, input: { channel } });
    const summer = { brand: "Acme", custom_attributes: { season: "summer" } };
    await store(product("e-stored", { brand: "Other" }), product("e-kept", summer));
    const items = [
      product("e-new", summer),
      product("e-other", { ...summer, brand: "Other", title: "Shirt" }),
      product("e-draft", { ...summer, status: "draft" }),
      product("e-out", { custom_attributes: { season: "winter" } }),
      product("e-included"),
      product("e-hidden", { ...summer, tags: ["hidden"] }),
      { sku: "e-faulty", price_amout: 5 },
      { sku: "e-stored", ...summer },
      { sku: "e-kept" },
    ];
    const results = await check(items, id);
    expect(results.map(({ sku, isValid, reasons }) => [sku, isValid, reasons])).toEqual([
      ["e-new", true, []],
      ["e-other", false, ["brand", "q"]],
      ["e-draft", false, ["status"]],
      ["e-out", false, ["exclude_skus", "brand", "conditions"]],
      ["e-included", true, []],
      ["e-hidden", false, ["rule"]],
      ["e-faulty", false, []],
      ["e-stored", true, []],
      ["e-kept", true, []],
    ]);
    const [stored] = await check([{ sku: "e-stored" }], id);
    expect(stored?.reasons).toEqual(["brand", "conditions"]);
  });

  test("does not find another workspace's channel", async () => {
    const { id } = await newChannel(await fixture.newPrincipal());
    expect(await rejectionOf(check([product("c1")], id))).toMatchObject({ code: "not_found" });
  });

  test("requires products:read, and channels:read with a channel", async () => {
    const { id } = await newChannel();
    const as = (...scopes: Parameters<typeof fixture.newPrincipal>[0] & object) => ({
      ...principal,
      scopes: new Set(scopes),
    });
    expect(await rejectionOf(check([product("c1")], id, as("products:read")))).toMatchObject({ code: "forbidden" });
    expect(await rejectionOf(check([product("c1")], undefined, as("channels:read")))).toMatchObject({
      code: "forbidden",
    });
  });
});

test("pages of a search for large products are bounded by bytes, and leave none out", async () => {
  const owner = await fixture.newPrincipal();
  const attributes = Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`a${n}`, "x".repeat(1_000)]));
  for (let n = 1; n <= 8; n += 1) {
    const title = n % 2 === 0 ? "Red lamp" : "Lamp";
    const items = [product(`HUGE-${n}`, { title, custom_attributes: attributes })];
    await batchUpsertProducts({ ctx: fixture.ctx, principal: owner, input: { items, mode: "partial" } });
  }
  const skus: string[] = [];
  let after: SearchPosition | null = null;
  do {
    const input = { query: "red lamp", after, limit: 50 };
    const page: SearchPage = await searchProducts({ ctx: fixture.ctx, principal: owner, input });
    const bytes = page.found.reduce((sum, { doc }) => sum + doc.length, 0);
    expect(bytes).toBeLessThan(2.5 * LIMITS.listPageBytesMax);
    skus.push(...page.found.map(({ doc }) => JSON.parse(doc).sku));
    after = page.next;
  } while (after !== null && skus.length < 20);
  expect(skus).toEqual([2, 4, 6, 8, 1, 3, 5, 7].map((n) => `HUGE-${n}`));
});

test("a dry run of a batch reads, hashes and decides its products in the turns of its workspace", async () => {
  const granted: string[] = [];
  const next = async (workspaceId: string) => {
    granted.push(workspaceId);
    await fixture.ctx.turns.next(workspaceId);
  };
  const items = Array.from({ length: 400 }, (_, i) => product(`TURN-${i}`));
  const ctx = { ...fixture.ctx, turns: { next } };
  const { summary } = await batchUpsertProducts({
    ctx,
    principal,
    input: { items, mode: "partial", validateOnly: true },
  });
  expect(summary).toMatchObject({ created: 400 });
  // Three passes, each in slices of at most fifty products.
  expect(granted.length).toBeGreaterThanOrEqual(24);
  expect(new Set(granted)).toEqual(new Set([principal.workspaceId]));
});
