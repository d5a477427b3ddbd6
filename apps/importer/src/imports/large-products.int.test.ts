import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type ImporterFixture, openImporterFixture, skus } from "../testing/open-importer-fixture.js";

let fixture: ImporterFixture;
beforeAll(async () => {
  fixture = await openImporterFixture();
  await fixture.startApp();
});
afterAll(() => fixture.close());

test("a batch of rows changes products that are too large to be read together", async () => {
  const workspaceId = await fixture.newWorkspace();
  const attributes = Object.fromEntries(Array.from({ length: 800 }, (_, n) => [`a${n}`, "x".repeat(1_000)]));
  const item = { title: "Lamp", price: "5.00 EUR", availability: "in_stock", custom_attributes: attributes };
  const content = skus(40).map((sku) => JSON.stringify({ ...item, sku }));
  const created = await fixture.finished(await fixture.send(content.join("\n"), { workspaceId }));
  expect(created.counts).toMatchObject({ created: 40 });
  const renamed = skus(40).map((sku) => `${sku},New lamp`);
  const id = await fixture.send(`sku,title\n${renamed.join("\n")}\n`, { workspaceId });
  expect((await fixture.finished(id)).counts).toMatchObject({ received: 40, updated: 40 });
  for (const { doc } of await fixture.products(workspaceId))
    expect(doc).toMatchObject({ title: "New lamp", custom_attributes: attributes });
});
