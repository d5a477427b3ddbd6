import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { RunPush } from "@skucast/contracts/runs/run";
import { createUpsertCheck } from "@skucast/testkit/acp/acp-document";
import { type AcpHost, startAcpHost } from "@skucast/testkit/acp/start-acp-host";
import { eventually } from "@skucast/testkit/eventually";
import { type ExporterFixture, openExporterFixture, product } from "../testing/open-exporter-fixture.js";

let fixture: ExporterFixture;
let host: AcpHost;
beforeAll(async () => {
  [fixture, host] = await Promise.all([openExporterFixture(), startAcpHost()]);
});
afterAll(() => Promise.all([fixture.close(), host.stop()]));

const runOf = async (feedId: string, coverage?: "full") => {
  const runId = await fixture.queueRun(feedId, coverage);
  return eventually(async () => {
    const run = await fixture.run(runId);
    return run.finished_at !== null && run;
  });
};
const productsIn = ({ deliveries }: { readonly deliveries: readonly unknown[] }) => (deliveries[0] as RunPush).products;
const sentIds = () => host.requests.flatMap(({ body }) => body?.products?.map(({ id }) => id) ?? []).sort();

test("runs keep a host of the ACP Feed API in line with the channel, over restarts and rejections", async () => {
  const skus = Array.from({ length: 60 }, (_, i) => `S-${String(i).padStart(2, "0")}`);
  await fixture.addProducts([
    ...skus.map((sku) => product(sku)),
    product("TEE-M", { item_group_id: "TEE", item_group_title: "Tee", variant_options: { Size: "M" } }),
    product("TEE-S", { item_group_id: "TEE", item_group_title: "Tee", variant_options: { Size: "S" } }),
  ]);
  const destination = await fixture.addDestination(undefined, {
    type: "acp",
    port: 443,
    strategy: "direct",
    auth: { type: "bearer", token: host.token },
    options: { url: host.url, host_feed_id: host.feedId, products_max: 7, headers: [], ca_certificate: host.ca },
  });
  const feedId = await fixture.addFeed({
    channel: { profile: "acp_feed", defaults: { seller_name: "Acme" } },
    format: "jsonl",
    compression: "gzip",
    shards: 2,
    file_name: "products.jsonl.gz",
    destinations: [destination],
  });
  // The host fails in the middle, so the run needs a second attempt, which continues after the accepted products.
  const down = { type: "answer", status: 500 } as const;
  host.misbehave({ type: "answer", status: 429, headers: { "retry-after": "0" } }, { type: "cut_answer" });
  host.misbehave({ type: "store_some", count: 2, ending: "error" }, down, down);
  host.rejectedIds.add("S-05");
  await fixture.startApp();

  const first = await runOf(feedId);
  expect(first).toMatchObject({
    status: "succeeded_with_errors",
    counts: { written: 62 },
    deliveries: [{ status: "delivered", attempts: 2, error: null, verification: "none" }],
  });
  expect(productsIn(first)).toEqual({
    accepted: 60,
    unchanged: 0,
    removed: 0,
    rejected: 1,
    rejections: [{ id: "S-05", message: expect.stringMatching(/^status 400: .*S-05/) }],
  });
  expect([...host.products.keys()].sort()).toEqual([...skus.filter((sku) => sku !== "S-05"), "TEE"]);
  expect(host.products.get("TEE")).toEqual({
    id: "TEE",
    title: "Tee",
    variants: ["M", "S"].map((size) => ({
      id: `TEE-${size}`,
      title: `Title of TEE-${size}`,
      description: { plain: "Soft, warm and blue." },
      url: `https://shop.example.com/p/TEE-${size}`,
      price: { amount: 1990, currency: "USD" },
      availability: { available: true, status: "in_stock" },
      condition: ["new"],
      variant_options: [{ name: "Size", value: size }],
      media: [{ type: "image", url: "https://img.example.com/1.jpg" }],
      seller: { name: "Acme" },
    })),
  });

  // Nothing has changed, but the host may take the rejected product now.
  host.requests.length = 0;
  const again = await runOf(feedId);
  expect(again).toMatchObject({ status: "succeeded_with_errors", deliveries: [{ status: "delivered" }] });
  expect(productsIn(again)).toMatchObject({ accepted: 0, unchanged: 60, rejected: 1 });
  expect(sentIds()).toEqual(["S-05"]);

  await fixture.stopApps();
  await fixture.startApp();
  host.rejectedIds.clear();
  host.requests.length = 0;
  await fixture.changeProducts("DELETE FROM products WHERE sku IN ('S-00', 'TEE-S')");
  await fixture.changeProducts(
    `UPDATE products SET doc = replace(doc, '"availability":"in_stock"', '"availability":"out_of_stock"') WHERE sku = 'S-01'`,
  );
  const second = await runOf(feedId);
  expect(productsIn(second)).toMatchObject({ accepted: 3, unchanged: 57, removed: 1, rejected: 0 });
  expect(sentIds()).toEqual(["S-00", "S-01", "S-05", "TEE"]);
  const gone = (id: string) => ({
    id,
    title: `Title of ${id}`,
    availability: { available: false, status: "discontinued" },
  });
  expect(host.products.get("S-00")?.variants).toEqual([gone("S-00")]);
  expect(host.products.get("S-01")?.variants[0]?.availability).toEqual({ available: false, status: "out_of_stock" });
  expect(host.products.get("TEE")?.variants).toEqual([expect.objectContaining({ id: "TEE-M" }), gone("TEE-S")]);

  expect((await runOf(feedId)).status).toBe("skipped");

  host.requests.length = 0;
  const third = await runOf(feedId, "full");
  expect(productsIn(third)).toMatchObject({ accepted: 60, unchanged: 0, removed: 0 });
  expect(sentIds()).toHaveLength(60);

  // Hosts drop products that they have not heard of for two weeks.
  host.requests.length = 0;
  await fixture.query(
    "UPDATE sent_products SET accepted_at = accepted_at - interval '8 days' WHERE product_id = 'S-02'",
  );
  await fixture.changeProducts("DELETE FROM products WHERE sku = 'S-03'");
  expect(productsIn(await runOf(feedId))).toMatchObject({ accepted: 1, unchanged: 58, removed: 1 });
  expect(sentIds()).toEqual(["S-02", "S-03"]);

  expect(host.violations).toEqual([]);
  const faultOf = createUpsertCheck();
  for (const { method, body } of host.requests) expect(method === "PATCH" && faultOf(body)).toBeUndefined();
});
