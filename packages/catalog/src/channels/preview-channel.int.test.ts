import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { channelCreateSchema } from "@skucast/contracts/channels/channel";
import { channelPreviewRequestSchema, channelPreviewSchema } from "@skucast/contracts/channels/preview";
import { LIMITS } from "@skucast/contracts/limits";
import { type Principal, wholeWorkspace } from "@skucast/contracts/principal";
import { productBodySchema } from "@skucast/contracts/products/product";
import { inWorkspace } from "@skucast/db/database";
import { upsertProduct } from "../products/upsert-product.js";
import { validateProducts } from "../products/validate-products.js";
import { createRenderingTurns } from "../rendering-turns.js";
import { type CatalogFixture, openCatalogFixture, rejectionOf } from "../testing/open-catalog-fixture.js";
import { createChannel } from "./create-channel.js";
import { getChannel } from "./get-channel.js";
import { previewChannel } from "./preview-channel.js";

let fixture: CatalogFixture;
let principal: Principal;
beforeAll(async () => {
  fixture = await openCatalogFixture();
  principal = await fixture.newPrincipal();
});
afterAll(() => fixture.close());

const market = { country: "US", currency: "USD", language: "en" };
const newChannel = (change: object = {}, as = principal) => {
  const channel = channelCreateSchema.parse({ name: "Shop", profile: "generic", market, ...change });
  return createChannel({ ctx: fixture.ctx, principal: as, input: { channel } });
};
const put = (sku: string, change: object = {}, as = principal) => {
  const product = { title: sku, price_amount: 10, price_currency: "USD", availability: "in_stock", ...change };
  const input = { sku, body: productBodySchema.parse(product), mode: "replace" as const };
  return upsertProduct({ ctx: fixture.ctx, principal: as, input });
};
/** Runs a statement in the workspace, without an operation. */
const asIs = ({ workspaceId }: Principal, sql: string, values: readonly unknown[] = []) =>
  inWorkspace(fixture.db, wholeWorkspace(workspaceId), (client) => client.query(sql, [...values]));
const preview = async (id: string, request: object = {}, as = principal, after = "", ctx = fixture.ctx) => {
  const { cursor: _cursor, ...input } = channelPreviewRequestSchema.parse(request);
  const page = await previewChannel({ ctx, principal: as, input: { id, after, ...input } });
  channelPreviewSchema.strict().parse({ ...page.preview, next_cursor: page.next });
  return { ...page.preview, next: page.next };
};

describe("a workspace's products", () => {
  const openai = { profile: "openai_products", defaults: { seller_name: "Acme", brand: "Acme" } };
  const whole = { description: "d", url: "https://a.example/p", image_url: "https://a.example/i.jpg" };
  beforeAll(async () => {
    await put("A", { ...whole, brand: "Acme" });
    await put("B", { brand: "Other" });
    await put("C", { ...whole, brand: "b".repeat(71) });
    await put("D", { brand: "Other", availability: "out_of_stock" });
    await put("E", { status: "draft" });
    await put("F", { brand: "Other", price_currency: "EUR" });
  });

  test("are each a row, excluded with every reason, or invalid with all issues, so that merchants see why one is missing; the counts add up", async () => {
    const selection = { filters: { brand: ["Acme", "Other", "b".repeat(71)] }, exclude_skus: ["D"] };
    const { id } = await newChannel({ ...openai, selection });
    const seen = await preview(id, { channel: { selection: { filters: { availability: ["in_stock"] } } } });
    expect(seen.counts).toEqual({ selected: 5, written: 2, excluded: 1, invalid: 2, warnings: 1 });
    expect(seen.rows.map(({ sku, row, issues }) => [sku, row.item_id, issues.map(({ code }) => code)])).toEqual([
      ["A", "A", []],
      ["C", "C", ["too_long"]],
    ]);
    expect(seen.excluded).toEqual([{ sku: "D", reasons: ["exclude_skus", "availability"] }]);
    expect(seen.invalid.map(({ sku, issues }) => [sku, issues.map(({ field, code }) => `${code} ${field}`)])).toEqual([
      ["B", ["missing_value description", "missing_value url", "missing_value image_url"]],
      ["F", ["currency_mismatch price", "missing_value description", "missing_value url", "missing_value image_url"]],
    ]);
    expect(seen.invalid[0]?.issues[0]?.fix_hint).toContain("default");
    expect(seen).toMatchObject({ profile: "openai_products@2026-09", is_complete: true, next: null });
    expect(seen.columns).toContain("item_id");
  });

  test("lists have at most limit entries and say how many more there are; counts include all", async () => {
    const { id } = await newChannel({ ...openai, selection: { filters: { brand: ["Acme", "Other"] } } });
    const seen = await preview(id, { limit: 1 });
    expect(seen.counts).toMatchObject({ written: 1, excluded: 1, invalid: 3 });
    expect([seen.rows, seen.excluded, seen.invalid].map(({ length }) => length)).toEqual([1, 1, 1]);
    expect(seen.truncated).toEqual({ rows: 0, excluded: 0, invalid: 2 });
  });

  test("requested SKUs of any status are shown with the reason why they are not published", async () => {
    const { id } = await newChannel({
      selection: { filters: { q: "zzz", updated_after: "2030-01-01T00:00:00Z" }, include_skus: ["A"] },
    });
    const seen = await preview(id, { skus: ["E", "A", "B", "nowhere", "A"] });
    expect(seen.rows.map(({ sku }) => sku)).toEqual(["A"]);
    expect(seen.excluded).toEqual([
      { sku: "E", reasons: ["status", "updated_after", "q"] },
      { sku: "B", reasons: ["updated_after", "q"] },
      { sku: "nowhere", reasons: ["not_found"] },
    ]);
  });

  test("the rules of a draft are reported with matched, changed and failed rows, and the draft is not stored", async () => {
    const { id } = await newChannel();
    const before = await getChannel({ ctx: fixture.ctx, principal, input: { id } });
    const rules = [
      { type: "constant", field: "condition", value: "new" },
      {
        type: "if",
        when: [{ field: "product.brand", op: "equals", value: "Other" }],
        rules: [{ type: "constant", field: "color", value: "red" }],
      },
      { type: "adjust_price", field: "price", add: -20 },
      { type: "replace", field: "title", find: "A", replace_with: "Z" },
    ];
    const seen = await preview(id, { channel: { rules } });
    expect(seen.rules).toEqual([
      { index: 0, type: "constant", matched: 5, changed: 0, failed: 0 },
      { index: 1, type: "if", matched: 3, changed: 3, failed: 0 },
      { index: 2, type: "adjust_price", matched: 4, changed: 0, failed: 4 },
      { index: 3, type: "replace", matched: 1, changed: 1, failed: 0 },
    ]);
    expect(seen.counts).toMatchObject({ written: 0, invalid: 5 });
    expect(await getChannel({ ctx: fixture.ctx, principal, input: { id } })).toEqual(before);
    expect(await fixture.eventsOf(principal, id)).toHaveLength(1);
  });

  test("a draft that could not be saved is rejected with the same errors", async () => {
    const { id } = await newChannel();
    const refusal = await rejectionOf(preview(id, { channel: { rules: [{ type: "strip_html", field: "titel" }] } }));
    expect(refusal).toMatchObject({ code: "validation_failed", pointers: ["/channel/rules/0/field"] });
    const unknown = await rejectionOf(preview(id, { channel: { profile: "custom_nowhere" } }));
    expect(unknown).toMatchObject({ code: "validation_failed", pointers: ["/channel/profile"] });
  });

  test("a product with the id of an earlier one is invalid and names it", async () => {
    const own = await fixture.newPrincipal();
    const { id } = await newChannel({}, own);
    await put("A", {}, own);
    await put("B", { channel_overrides: { [id]: { sku: "A" } } }, own);
    const seen = await preview(id, {}, own);
    expect(seen.rows.map(({ sku }) => sku)).toEqual(["A"]);
    expect(seen.invalid).toMatchObject([
      { sku: "B", issues: [{ code: "duplicate_id", field: "sku", message: "A is already the id of the product A" }] },
    ]);
  });

  test("a product whose id another one has is invalid when it is examined alone, as long as it has this id", async () => {
    const own = await fixture.newPrincipal();
    const { id } = await newChannel({}, own);
    const claim = (sku: string, of: string) => put(sku, { channel_overrides: { [id]: { sku: of } } }, own);
    await claim("A", "B");
    await put("B", {}, own);
    await fixture.db.system.query(
      `INSERT INTO listings (workspace_id, channel_id, sku, product_version, is_valid, row_id, id_holder, changed_at)
       VALUES ($1, $2, 'A', 1, false, 'B', 'B', now())`,
      [own.workspaceId, id],
    );
    const invalid = [{ sku: "A", issues: [{ message: "B is already the id of the product B" }] }];
    expect((await preview(id, { skus: ["A"] }, own)).invalid).toMatchObject(invalid);
    const whole = await preview(id, {}, own);
    expect(whole.invalid).toMatchObject(invalid);
    expect(whole.rows.map(({ sku }) => sku)).toEqual(["B"]);
    expect((await preview(id, { skus: ["A"], channel: { defaults: {} } }, own)).invalid).toEqual([]);
    await claim("A", "C");
    expect((await preview(id, { skus: ["A"] }, own)).invalid).toEqual([]);
  });

  test("an unreadable stored product is invalid and does not affect the others", async () => {
    const own = await fixture.newPrincipal();
    for (const sku of ["A", "B", "C"]) await put(sku, {}, own);
    await asIs(own, "UPDATE products SET doc = '{\"sku\":' WHERE sku = 'B'");
    const { id } = await newChannel({}, own);
    const seen = await preview(id, {}, own);
    expect(seen.rows.map(({ sku }) => sku)).toEqual(["A", "C"]);
    expect(seen.invalid).toMatchObject([{ sku: "B", issues: [{ sku: "B", code: "unreadable" }] }]);
  });
});

describe("permissions", () => {
  test("a restricted member can preview their channels with the products that these select", async () => {
    const own = await fixture.newPrincipal();
    for (const sku of ["IN", "OUT"]) await put(sku, {}, own);
    const channel = await newChannel({ selection: { filters: { brand: ["none"] }, include_skus: ["IN"] } }, own);
    const other = await newChannel({}, own);
    const member = await fixture.newMember(own, "viewer", [channel.id]);
    const seen = await preview(channel.id, { channel: { selection: { filters: { brand: null } } } }, member);
    expect(seen.rows.map(({ sku }) => sku)).toEqual(["IN"]);
    expect(await rejectionOf(preview(other.id, {}, member))).toMatchObject({ code: "not_found" });
  });

  test.each([["channels:read"], ["products:read"]] as const)("the scope %s alone is not enough", async (scope) => {
    const { id } = await newChannel();
    const limited: Principal = { ...principal, scopes: new Set([scope]) };
    expect(await rejectionOf(preview(id, {}, limited))).toMatchObject({ code: "forbidden" });
  });
});

test("a page examines a limited number of products, and the pages together contain each product once", async () => {
  const own = await fixture.newPrincipal();
  const count = LIMITS.previewProductsMax + 1;
  await asIs(
    own,
    `INSERT INTO products (workspace_id, sku, id, version, status, availability, content_hash, doc, created_at, updated_at)
     SELECT $1, 'P-' || to_char(n, 'FM00000'), n::text, 1, 'active', 'in_stock', '',
            json_build_object('sku', 'P-' || to_char(n, 'FM00000'), 'title', 't', 'price_amount', 1, 'price_currency', 'USD',
              'availability', 'in_stock', 'condition', 'new'), now(), now()
     FROM generate_series(1, ${count}) AS n WHERE $1 <> ''`,
    [own.workspaceId],
  );
  const { id } = await newChannel({}, own);
  const first = await preview(id, { limit: 1 }, own);
  expect(first).toMatchObject({ is_complete: false, counts: { selected: LIMITS.previewProductsMax } });
  const rest = await preview(id, { limit: 1 }, own, first.next ?? "");
  expect(rest).toMatchObject({ is_complete: true, next: null, counts: { selected: 1, written: 1 } });
  expect(rest.rows[0]?.sku).toBe(`P-${count}`);
});

describe("work that takes too long", () => {
  /** Each look at the clock is later than the time limit. */
  const hurried = () => {
    let nowMs = 0;
    const later = () => {
      nowMs += LIMITS.renderingTimeoutMs;
      return nowMs;
    };
    return { ...fixture.ctx, renderingTurns: createRenderingTurns(fixture.ctx.turns, later) };
  };
  const COUNT = 120;
  const skus = Array.from({ length: COUNT }, (_, i) => `SLOW-${String(i).padStart(3, "0")}`);
  let other: Principal;
  let id: string;
  beforeAll(async () => {
    other = await fixture.newPrincipal();
    for (const sku of skus) await put(sku, {}, other);
    ({ id } = await newChannel({}, other));
  });

  test("ends a preview with what it has examined, and its cursor continues until every product was examined once", async () => {
    const seen: string[] = [];
    let pages = 0;
    for (let after: string | null = ""; after !== null; pages += 1) {
      const page = await preview(id, { limit: 100 }, other, after, hurried());
      expect([page.counts.selected > 0, page.is_complete]).toEqual([true, page.next === null]);
      seen.push(...page.rows.map(({ sku }) => sku));
      after = page.next;
    }
    expect(seen).toEqual(skus);
    expect(pages).toBeGreaterThan(2);
  });

  test("rejects a preview of named products and a validation, which nothing could continue, and says what helps", async () => {
    const fault = { pointer: "", code: "too_big", message: expect.stringMatching(/took longer than 15 s; send fewer/) };
    await expect(preview(id, { skus }, other, "", hurried())).rejects.toMatchObject({ faults: [fault] });
    const items = skus.map((sku) => ({ sku, title: "Changed" }));
    const validation = validateProducts({ ctx: hurried(), principal: other, input: { items, channelId: id } });
    await expect(validation).rejects.toMatchObject({ code: "validation_failed", faults: [fault] });
    expect((await preview(id, { skus }, other)).counts.selected).toBe(COUNT);
  });
});

test("rows have as many items in a list as the files of the channel", async () => {
  const images = Array.from({ length: 12 }, (_, i) => `https://a.example/${i}.jpg`);
  await put("I", {
    description: "d",
    url: "https://a.example/p",
    image_url: "https://a.example/i.jpg",
    brand: "Images",
    additional_image_urls: images,
  });
  const { id } = await newChannel({ profile: "google_merchant", selection: { filters: { brand: ["Images"] } } });
  const [shown] = (await preview(id)).rows;
  expect(shown?.row.additional_image_link).toEqual(images.slice(0, 10));
  expect(shown?.issues.map(({ code }) => code)).toContain("too_many_items");
});
