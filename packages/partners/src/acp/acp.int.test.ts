import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { DeliveredProducts } from "@skucast/contracts/runs/run";
import type { UploadFile } from "@skucast/sftp/upload-content";
import { createUpsertCheck } from "@skucast/testkit/acp/acp-document";
import { type AcpHost, startAcpHost } from "@skucast/testkit/acp/start-acp-host";
import { PARTNER_TYPES } from "../partner-types.js";
import { createMemoryLedger } from "../testing/create-memory-ledger.js";
import {
  connectionOptions,
  createTestFile,
  partnerWith,
  pushForTest,
  type TestPush,
} from "../testing/push-for-test.js";

let host: AcpHost;
beforeEach(async () => {
  host = await startAcpHost();
});
afterEach(() => host.stop());

const partner = (options: object = {}, token = host.token) =>
  partnerWith({
    type: "acp",
    login: JSON.stringify({ type: "bearer", token, headers: [{ name: "x-shop", value: "acme" }] }),
    options: { url: host.url, host_feed_id: host.feedId, products_max: 100, ca_certificate: host.ca, ...options },
  });

interface Item {
  readonly sku: string;
  readonly group?: string;
  readonly cents?: number;
}

const row = ({ sku, group, cents = 1999 }: Item) => ({
  ...(group !== undefined && { product_id: group }),
  id: sku,
  title: `Tee "${sku}" – ü`,
  price: `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")} USD`,
  availability: "in_stock",
});

/** What the host must have of a variant, written down independently of the code. */
const variant = ({ sku, cents = 1999 }: Item) => ({
  id: sku,
  title: `Tee "${sku}" – ü`,
  price: { amount: cents, currency: "USD" },
  availability: { available: true, status: "in_stock" },
});

/** The products of the items, each with its variants in the order of their ids. */
function productsOf(items: readonly Item[]): Map<string, unknown> {
  const groups = Map.groupBy(items, ({ sku, group }) => group ?? sku);
  return new Map(
    [...groups].map(([id, members]) => {
      const variants = [...members].sort((a, b) => (a.sku < b.sku ? -1 : 1)).map(variant);
      const isAlone = members[0]?.group === undefined;
      return [id, { id, ...(isAlone && { title: `Tee "${id}" – ü` }), variants }];
    }),
  );
}

function fileOf(items: readonly Item[], { name = "products.jsonl", isGzip = false } = {}): UploadFile {
  const text = Buffer.from(items.map((item) => `${JSON.stringify(row(item))}\n`).join(""));
  const content = isGzip ? gzipSync(text) : text;
  return { ...createTestFile(name, 0, { content }), rows: items.length };
}

const items = (count: number): Item[] => Array.from({ length: count }, (_, i) => ({ sku: `S-${i}` }));

/** Pushes files, and returns the last record of the products. */
async function push(files: readonly UploadFile[], given: TestPush & { options?: object } = {}, to = partner()) {
  let products: DeliveredProducts | undefined;
  const outcome = await pushForTest(to, files, {
    ...given,
    onProducts: (record) => {
      products = record;
    },
  });
  return { ...outcome, products };
}

const upserts = () => host.requests.filter(({ method }) => method === "PATCH");
const sentIds = () => upserts().flatMap(({ body }) => body?.products?.map(({ id }) => id) ?? []);
const byId = (products: ReadonlyMap<string, unknown>) => Object.fromEntries([...products].sort());

describe("a full set", () => {
  test("of 45,000 variants in two compressed files arrives item by item, in valid portions", async () => {
    const all: Item[] = Array.from({ length: 45_000 }, (_, i) => ({
      sku: `S-${i}`,
      cents: 100 + i,
      // Members of a group are far apart, and in both files.
      ...(i % 3 === 0 && { group: `G-${i % 5_000}` }),
    }));
    const files = [0, 1].map((part) =>
      fileOf(
        all.filter((_, i) => i % 2 === part),
        { name: `products_part_${part}.jsonl.gz`, isGzip: true },
      ),
    );
    const expected = productsOf(all);
    const outcome = await push(files);
    expect(outcome).toMatchObject({
      remark: null,
      bytesSent: files.reduce((sum, { bytes }) => sum + bytes, 0),
      products: { accepted: expected.size, unchanged: 0, removed: 0, rejected: 0, rejections: [] },
    });
    expect(host.violations).toEqual([]);
    expect(host.products.size).toBe(expected.size);
    for (const [id, product] of expected) expect(host.products.get(id)).toEqual(product);
    const faultOf = createUpsertCheck();
    for (const { body, headers } of upserts()) {
      expect(faultOf(body)).toBeUndefined();
      expect(body?.products?.length).toBeLessThanOrEqual(100);
      expect(headers).toMatchObject({ "x-shop": "acme", "content-type": "application/json" });
    }
    expect(new Set(upserts().map(({ headers }) => headers["idempotency-key"])).size).toBe(upserts().length);
  });

  test("has every member that the schema knows, from a row with every column", async () => {
    const url = "https://shop.example/tee";
    const complete = {
      product_id: "G",
      ...row({ sku: "S" }),
      product_title: "Tee",
      description: "Soft",
      description_html: "<b>Soft</b>",
      description_markdown: "**Soft**",
      url,
      gtin: "4006381333931",
      sale_price: "9.99 USD",
      unit_price: {
        amount: 5,
        currency: "USD",
        measure: { value: 2, unit: "oz" },
        reference: { value: 1, unit: "oz" },
      },
      availability: "out_of_stock",
      category: "Shirts",
      google_product_category: "Apparel > Shirts",
      condition: "new",
      variant_options: { Color: "Red", Size: 4 },
      color: "Red",
      material: "Wool",
      image_url: `${url}.jpg`,
      image_alt_text: "Front",
      additional_image_urls: [`${url}-2.jpg`],
      video_url: `${url}.mp4`,
      model_url: `${url}.glb`,
      seller_name: "Acme",
      privacy_policy: `${url}/privacy`,
      terms_of_service: `${url}/terms`,
      refund_policy: `${url}/refunds`,
      shipping_policy: `${url}/shipping`,
      faq: `${url}/faq`,
      marketplace: "Market",
    };
    await push([{ ...createTestFile("p.jsonl", 0, { content: Buffer.from(JSON.stringify(complete)) }), rows: 1 }]);
    expect(host.violations).toEqual([]);
    expect(createUpsertCheck()(upserts()[0]?.body)).toBeUndefined();
    expect(host.products.get("G")).toEqual({
      id: "G",
      title: "Tee",
      variants: [
        {
          id: "S",
          title: complete.title,
          description: { plain: "Soft", html: "<b>Soft</b>", markdown: "**Soft**" },
          url,
          barcodes: [{ type: "GTIN", value: "4006381333931" }],
          price: { amount: 999, currency: "USD" },
          list_price: { amount: 1999, currency: "USD" },
          unit_price: complete.unit_price,
          availability: { available: false, status: "out_of_stock" },
          categories: [
            { value: "Shirts", taxonomy: "merchant" },
            { value: "Apparel > Shirts", taxonomy: "google_product_category" },
          ],
          condition: ["new"],
          variant_options: [
            { name: "Color", value: "Red" },
            { name: "Size", value: "4" },
            { name: "Material", value: "Wool" },
          ],
          media: [
            { type: "image", url: `${url}.jpg`, alt_text: "Front" },
            { type: "image", url: `${url}-2.jpg` },
            { type: "video", url: `${url}.mp4` },
            { type: "model", url: `${url}.glb` },
          ],
          seller: {
            name: "Acme",
            links: [
              { type: "privacy_policy", url: `${url}/privacy` },
              { type: "terms_of_service", url: `${url}/terms` },
              { type: "refund_policy", url: `${url}/refunds` },
              { type: "shipping_policy", url: `${url}/shipping` },
              { type: "faq", url: `${url}/faq` },
            ],
          },
          marketplace: { name: "Market" },
        },
      ],
    });
  });
});

test("a SKU that is the group of other variants is one product with them, and a remark names it", async () => {
  const all: Item[] = [
    { sku: "A" },
    { sku: "A-1", group: "A" },
    { sku: "B-1", group: "B" },
    { sku: "B-2", group: "B" },
  ];
  const { remark, products } = await push([fileOf([...all, { sku: "C" }])]);
  expect(products).toMatchObject({ accepted: 3, rejected: 0 });
  expect(host.products.get("A")).toMatchObject({ variants: [{ id: "A" }, { id: "A-1" }] });
  expect(remark).toBe("sent as one product, because a SKU is the item_group_id of others: A");
});

describe("a later run", () => {
  test("sends what changed, and discontinues products and variants that are gone", async () => {
    const ledger = createMemoryLedger();
    const before: Item[] = [
      ...items(250),
      { sku: "A-1", group: "A" },
      { sku: "A-2", group: "A" },
      { sku: "B-1", group: "B" },
    ];
    await push([fileOf(before)], { ledger, runId: "run_1" });
    host.requests.length = 0;
    const after = before.filter(({ sku }) => sku !== "S-7" && sku !== "A-2" && sku !== "B-1");
    const changed = after.map((item) => (item.sku === "S-9" ? { ...item, cents: 5 } : item));
    const { products } = await push([fileOf(changed)], { ledger, runId: "run_2" });
    expect(products).toMatchObject({ accepted: 2, unchanged: 248, removed: 2, rejected: 0 });
    expect(sentIds().sort()).toEqual(["A", "B", "S-7", "S-9"]);
    const gone = (sku: string) => {
      const { id, title } = variant({ sku });
      return { id, title, availability: { available: false, status: "discontinued" } };
    };
    const expected = productsOf(changed);
    expected.set("S-7", { id: "S-7", variants: [gone("S-7")] });
    expected.set("B", { id: "B", variants: [gone("B-1")] });
    expected.set("A", { id: "A", variants: [variant({ sku: "A-1" }), gone("A-2")] });
    expect(byId(host.products)).toEqual(byId(expected));
    expect(host.violations).toEqual([]);

    host.requests.length = 0;
    await push([fileOf(changed)], { ledger, runId: "run_3" });
    expect(upserts()).toEqual([]);
    await push([fileOf(before)], { ledger, runId: "run_4" });
    expect(sentIds().sort()).toEqual(["A", "B", "S-7", "S-9"]);
    expect(byId(host.products)).toEqual(byId(productsOf(before)));
  });

  test("that sends everything repeats what the host has", async () => {
    const ledger = createMemoryLedger();
    await push([fileOf(items(150))], { ledger, runId: "run_1" });
    host.products.clear();
    const { products } = await push([fileOf(items(150))], { ledger, runId: "run_2", sendsAll: true });
    expect(products).toMatchObject({ accepted: 150, unchanged: 0 });
    expect(byId(host.products)).toEqual(byId(productsOf(items(150))));
  });
});

describe("a host that misbehaves", () => {
  test("gets every product in the end, none lost and none twice in different forms", async () => {
    const busy = { type: "answer", status: 429, text: "slow down" } as const;
    host.misbehave(
      { ...busy, headers: { "retry-after": "0" } },
      { ...busy, headers: { "retry-after": "Thu, 26 Nov 2026 12:00:00 GMT", date: "Thu, 26 Nov 2026 12:00:00 GMT" } },
      { type: "answer", status: 503, headers: { "retry-after": "0" } },
      { type: "reset" },
      { type: "cut_answer" },
      { type: "not_accepted" },
      { type: "store_some", count: 10, ending: "reset" },
      { type: "store_some", count: 3, ending: "error" },
    );
    const { products } = await push([fileOf(items(950))]);
    expect(products).toMatchObject({ accepted: 950, rejected: 0 });
    expect(byId(host.products)).toEqual(byId(productsOf(items(950))));
    expect(host.violations).toEqual([]);
  });

  test("gets only the rest in the next attempt, after it failed in the middle", async () => {
    const ledger = createMemoryLedger();
    const down = { type: "answer", status: 500, text: "internal" } as const;
    await push([fileOf(items(100))], { ledger, runId: "run_1" });
    host.misbehave({ type: "store_some", count: 40, ending: "error" }, down, down);
    const failure = push([fileOf(items(500))], { ledger, runId: "run_2" });
    await expect(failure).rejects.toMatchObject({ code: "protocol", isTransient: true });
    const accepted = new Set(ledger.entries.keys());
    expect(accepted.size).toBe(100);
    host.requests.length = 0;
    const { products } = await push([fileOf(items(500))], { ledger, runId: "run_2" });
    expect(sentIds().filter((id) => accepted.has(id))).toEqual([]);
    expect(products).toMatchObject({ accepted: 400, unchanged: 100, rejected: 0 });
    expect(byId(host.products)).toEqual(byId(productsOf(items(500))));
  });

  test("that asks to wait for an hour gets no request before that", async () => {
    host.misbehave({ type: "answer", status: 429, headers: { "retry-after": "3600" } });
    await expect(push([fileOf(items(1))])).rejects.toMatchObject({ code: "busy", isTransient: true });
    expect(upserts()).toHaveLength(1);
  });

  test("gets smaller portions if it takes fewer products than agreed", async () => {
    host.productsMax = 30;
    const { products } = await push([fileOf(items(250))]);
    expect(products).toMatchObject({ accepted: 250, rejected: 0 });
    expect(byId(host.products)).toEqual(byId(productsOf(items(250))));
  });
});

describe("rejected products", () => {
  test("are recorded with the host's words, and keep none of the others from arriving", async () => {
    const ledger = createMemoryLedger();
    for (const id of ["S-3", "S-4", "S-140", "S-299"]) host.rejectedIds.add(id);
    const outcome = await push([fileOf(items(300))], { ledger });
    expect(outcome.products).toMatchObject({ accepted: 296, rejected: 4 });
    expect(outcome.products?.rejections.map(({ id }) => id).sort()).toEqual(["S-140", "S-299", "S-3", "S-4"]);
    for (const { message } of outcome.products?.rejections ?? []) {
      expect(message).toMatch(/^status 400: .*invalid_product_payload/);
    }
    expect(outcome.remark).toMatch(/^4 products were rejected, first /);
    const stored = items(300).filter(({ sku }) => !host.rejectedIds.has(sku));
    expect(byId(host.products)).toEqual(byId(productsOf(stored)));
    host.rejectedIds.clear();
    expect((await push([fileOf(items(300))], { ledger, runId: "run_2" })).products).toMatchObject({
      accepted: 4,
      unchanged: 296,
      rejected: 0,
    });
  });

  test("that are all of them fail the delivery", async () => {
    for (const { sku } of items(5)) host.rejectedIds.add(sku);
    await expect(push([fileOf(items(5))])).rejects.toMatchObject({ code: "rejected" });
  });

  test("with too many variants are not sent", async () => {
    const many = Array.from({ length: 2_001 }, (_, i) => ({ sku: `V-${i}`, group: "TOO-MANY" }));
    const { products } = await push([fileOf([...many, ...items(2)])]);
    expect(products).toMatchObject({
      accepted: 2,
      rejections: [{ id: "TOO-MANY", message: "has 2001 variants, more than 2000; check its item_group_id" }],
    });
  });
});

describe("a delivery fails with the reason", () => {
  test.each([
    ["authentication_failed", () => partner({}, "wrong-token")],
    ["not_found", () => partner({ host_feed_id: "feed_unknown" })],
    ["untrusted", () => partner({ ca_certificate: undefined })],
  ])("%s", async (code, to) => {
    const failure = await push([fileOf(items(3))], {}, to()).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code });
    expect(JSON.stringify(failure)).not.toContain("wrong-token");
    expect(host.products.size).toBe(0);
  });

  test("when the file has rows of another profile", async () => {
    const content = Buffer.from('{"sku":"A","title":"Tee"}\n');
    const failure = push([{ ...createTestFile("products.jsonl", 0, { content }), rows: 1 }]);
    await expect(failure).rejects.toMatchObject({ code: "rejected", message: expect.stringContaining("acp_feed") });
  });
});

test("a test of the destination asks for the feed and sends nothing", async () => {
  const run = (to = partner()) => PARTNER_TYPES.acp.test(to, connectionOptions(), { isWriting: true, testId: "t1" });
  const steps = (result: Awaited<ReturnType<typeof run>>) =>
    result.test.steps.map(({ name, status }) => `${name} ${status}`);
  expect(steps(await run())).toEqual(["connect passed", "login passed"]);
  expect(steps(await run(partner({}, "wrong-token")))).toEqual(["connect passed", "login failed"]);
  expect(steps(await run(partner({ host_feed_id: "feed_unknown" })))).toEqual(["connect passed", "login failed"]);
  expect(steps(await run(partner({ ca_certificate: undefined })))).toEqual(["connect failed", "login skipped"]);
  expect(host.requests.map(({ method }) => method)).toEqual(["GET", "GET", "GET"]);
});
