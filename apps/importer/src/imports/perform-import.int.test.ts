import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { applyRows } from "@skucast/catalog/imports/apply-rows";
import { eventually } from "@skucast/testkit/eventually";
import { csvOf, type ImporterFixture, openImporterFixture, skus } from "../testing/open-importer-fixture.js";

let fixture: ImporterFixture;
beforeAll(async () => {
  fixture = await openImporterFixture();
  await fixture.startApp();
});
afterAll(() => fixture.close());

/** Imports a file into a new workspace, or the given one. */
async function imported(content: string | Uint8Array, sent: Parameters<ImporterFixture["send"]>[1] = {}) {
  const workspaceId = sent.workspaceId ?? (await fixture.newWorkspace());
  const id = await fixture.send(content, { ...sent, workspaceId });
  return { id, workspaceId, row: await fixture.finished(id) };
}
const counts = (some: object) => ({
  received: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  invalid: 0,
  warned: 0,
  removed: 0,
  ...some,
});

describe("an import", () => {
  test("stores every row as POST /products would, with its event, across several batches", async () => {
    const { id, row, workspaceId } = await imported(csvOf(skus(120)));
    expect(row).toMatchObject({ status: "succeeded", counts: counts({ received: 120, created: 120 }), error: null });
    const products = await fixture.products(workspaceId);
    expect(products.map(({ sku }) => sku)).toEqual(skus(120));
    expect(products[0]?.doc).toMatchObject({
      sku: "S-00000",
      title: "Title of S-00000",
      price_amount: 19.9,
      price_currency: "USD",
      price: "19.90 USD",
      availability: "in_stock",
      brand: "Acme",
      version: 1,
      status: "active",
    });
    const types = await fixture.eventTypes(workspaceId);
    expect(types.filter((type) => type === "product.created")).toHaveLength(120);
    expect(await fixture.productMakers(workspaceId)).toEqual([{ type: "import", id }]);
    expect(types.at(-1)).toBe("import.finished");
  });

  test("writes long rows in smaller batches, so that memory does not grow with their length", async () => {
    const note = "x".repeat(400_000);
    const rows = skus(40).map((sku) => `${sku},Tee,19.90 USD,in stock,${note}\n`);
    const { row, workspaceId } = await imported(`sku,title,price,availability,note\n${rows.join("")}`);
    expect(row.counts).toEqual(counts({ received: 40, created: 40 }));
    const timestamps = new Set((await fixture.products(workspaceId)).map(({ doc }) => doc.created_at));
    expect(timestamps.size).toBeGreaterThan(2);
  });

  test("of a file that was imported before changes nothing: same versions, no event", async () => {
    const { workspaceId } = await imported(csvOf(skus(60)));
    const before = await fixture.products(workspaceId);
    const { row } = await imported(csvOf(skus(60)), { workspaceId });
    expect(row).toMatchObject({ status: "succeeded", counts: counts({ received: 60, unchanged: 60 }) });
    expect(await fixture.products(workspaceId)).toEqual(before);
    const types = await fixture.eventTypes(workspaceId);
    expect(types.filter((type) => type.startsWith("product."))).toHaveLength(60);
  });

  test("reverts changes that were made since the same file was imported", async () => {
    const { workspaceId } = await imported(csvOf(skus(3)));
    await imported("sku,price\nS-00001,25.00 USD\n", { workspaceId });
    await imported(csvOf(["S-00002"], { brand: "Other" }), { workspaceId });
    const { row } = await imported(csvOf(skus(3)), { workspaceId });
    expect(row.counts).toEqual(counts({ received: 3, updated: 2, unchanged: 1 }));
    const products = await fixture.products(workspaceId);
    expect(products.map(({ version, doc }) => [version, doc.price_amount, doc.brand])).toEqual([
      [1, 19.9, "Acme"],
      [3, 19.9, "Acme"],
      [3, 19.9, "Acme"],
    ]);
  });

  test("recreates a product that was deleted since the same file was imported", async () => {
    const { workspaceId } = await imported(csvOf(skus(6)));
    const without = { workspaceId, mode: "replace", missing: "delete" };
    await imported(csvOf(skus(5)), without);
    expect((await imported(csvOf(skus(6)), { workspaceId })).row.counts).toMatchObject({ created: 1, unchanged: 5 });
    expect((await fixture.products(workspaceId)).map(({ deleted }) => deleted)).not.toContain(true);
  });

  test("reads an identical file again when its mapping has changed", async () => {
    const content = "sku,name,other name,price,currency,availability\nA,Tee,Shirt,1,USD,in_stock\n";
    const { workspaceId } = await imported(content, { mapping: '{"title":"name"}' });
    const { row } = await imported(content, { workspaceId, mapping: '{"title":"other name"}' });
    expect(row.counts).toEqual(counts({ received: 1, updated: 1 }));
    expect(await fixture.products(workspaceId)).toMatchObject([{ doc: { title: "Shirt" } }]);
  });

  test("changes what differs, and keeps the fields that are not in the file", async () => {
    const { workspaceId } = await imported(csvOf(skus(3)));
    const { row } = await imported("sku,price\nS-00001,25.00 USD\n", { workspaceId });
    expect(row.counts).toEqual(counts({ received: 1, updated: 1 }));
    const changed = (await fixture.products(workspaceId))[1];
    expect(changed).toMatchObject({ version: 2, doc: { price_amount: 25, title: "Title of S-00001" } });
  });

  test("stores the valid rows and lists line, SKU, field and reason of each error", async () => {
    const file = [
      "id,title,link,price,availability",
      "A,Good,https://shop.example.com/a,19.90 USD,in stock",
      "B,,nowhere,19.999 USD,in stock",
      "C,Too short",
      "A,Again,https://shop.example.com/a,1.00 USD,in stock",
      '"D","Breaks\nin a cell",https://shop.example.com/d,"twelve USD",perhaps',
      "E,Fine,https://shop.example.com/e,5 JPY,preorder",
    ].join("\n");
    const { id, row, workspaceId } = await imported(file);
    expect(row).toMatchObject({
      status: "succeeded_with_errors",
      counts: counts({ received: 6, created: 2, invalid: 4 }),
      error_count: 7,
    });
    expect((await fixture.products(workspaceId)).map(({ sku }) => sku)).toEqual(["A", "E"]);
    expect((await fixture.errors(id)).map(({ line, sku, pointer, code }) => ({ line, sku, pointer, code }))).toEqual([
      { line: 3, sku: "B", pointer: "/title", code: "required" },
      { line: 3, sku: "B", pointer: "/url", code: "invalid_url" },
      { line: 3, sku: "B", pointer: "/price_amount", code: "too_many_decimals" },
      { line: 4, sku: null, pointer: "", code: "cell_count" },
      { line: 5, sku: "A", pointer: "/sku", code: "duplicate_in_file" },
      { line: 6, sku: "D", pointer: "/price_amount", code: "invalid_type" },
      { line: 6, sku: "D", pointer: "/availability", code: "not_allowed" },
    ]);
  });

  test("reads columns that first occur late in the file, and lists those that it does not know", async () => {
    const line = (sku: string, more: object = {}) =>
      JSON.stringify({ sku, title: "Tee", price: "9 EUR", availability: "in stock", ...more });
    const late = line("S-LATE", { brand: "Acme", sale_price: "7 EUR", shelf: "A3" });
    const file = [...skus(450).map((sku) => line(sku)), late].join("\n");
    const { id, row, workspaceId } = await imported(file);
    expect(row).toMatchObject({ status: "succeeded", counts: counts({ received: 451, created: 451 }) });
    const products = await fixture.products(workspaceId);
    expect(products.at(-1)).toMatchObject({ doc: { sku: "S-LATE", brand: "Acme", sale_price_amount: 7 } });
    const [stored] = await fixture.query<{ columns: unknown }>("SELECT columns FROM imports WHERE id = $1", [id]);
    expect(stored?.columns).toContainEqual({ name: "brand", fields: ["brand"] });
    expect(stored?.columns).toContainEqual({ name: "shelf", fields: [] });
    const again = await imported(file, { workspaceId });
    expect(again.row.counts).toEqual(counts({ received: 451, unchanged: 451 }));
  });

  test("without any valid row fails and lists the errors of each row", async () => {
    const { id, row, workspaceId } = await imported("sku,title\nA,Tee\nB,Hat\n");
    expect(row).toMatchObject({
      status: "failed",
      error: expect.stringContaining("No row of the file is valid"),
      counts: counts({ received: 2, invalid: 2 }),
    });
    expect(await fixture.products(workspaceId)).toEqual([]);
    expect(new Set((await fixture.errors(id)).map(({ line, code }) => `${line} ${code}`))).toEqual(
      new Set(["2 required", "3 required"]),
    );
  });

  test("without any valid row removes no product, even with max_removal_percent 100", async () => {
    const { workspaceId } = await imported(csvOf(skus(3)));
    const options = { workspaceId, mode: "replace", max_removal_percent: "100", strict: "true" };
    const { row } = await imported(csvOf(skus(2), { price: "free" }), options);
    expect(row).toMatchObject({ status: "failed", counts: counts({ received: 2, invalid: 2 }) });
    expect((await fixture.products(workspaceId)).map(({ doc }) => doc.status ?? "active")).toEqual(
      Array(3).fill("active"),
    );
  });

  test("reads gzip, tab-separated values, JSON Lines and XML", async () => {
    const tsv = "sku\ttitle\tprice\tavailability\nT-1\tTee\t5.00 EUR\tin_stock\n";
    const jsonl = '{"sku":"T-1","title":"Tee","price_amount":5,"price_currency":"EUR","availability":"in_stock"}\n';
    const xml = `<?xml version="1.0"?><rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><item>
      <g:id>T-1</g:id><g:title>Tee</g:title><g:price>5.00 EUR</g:price><g:availability>in_stock</g:availability>
      </item></channel></rss>`;
    const hashes = new Set<unknown>();
    for (const file of [tsv, jsonl, xml, gzipSync(tsv)]) {
      const { row, workspaceId } = await imported(file);
      expect(row).toMatchObject({ status: "succeeded", counts: { created: 1 } });
      hashes.add((await fixture.products(workspaceId))[0]?.doc.content_hash);
    }
    expect(hashes.size).toBe(1);
  });

  test("with validate_only counts what would change and changes nothing", async () => {
    const { workspaceId } = await imported(csvOf(skus(3)));
    const before = await fixture.products(workspaceId);
    const trial = await imported(csvOf(skus(5), { price: "1 USD" }), { workspaceId, validate_only: "true" });
    expect(trial.row.counts).toEqual(counts({ received: 5, created: 2, updated: 3 }));
    expect(await fixture.products(workspaceId)).toEqual(before);
  });

  test("whose file is truncated fails with a message and keeps the rows before", async () => {
    const long = (sku: string) => `${sku},${randomBytes(240).toString("hex")},1.00 USD,in stock\n`;
    const whole = gzipSync(`sku,title,price,availability\n${skus(1_500).map(long).join("")}`);
    const { row, workspaceId } = await imported(whole.subarray(0, whole.length - 8));
    const done = `The ${row.counts.received} rows before it were processed, and the valid ones are stored.`;
    expect(row).toMatchObject({ status: "failed", error: expect.stringMatching(new RegExp(`gzip.*${done}`)) });
    expect((await fixture.products(workspaceId)).length).toBe(row.counts.created);
    expect(row.counts.created).toBeGreaterThan(100);
  });

  test("removes its file when it ends in any way", async () => {
    await imported(csvOf(["X"]));
    await imported(csvOf([]), { mode: "replace" });
    expect(await eventually(() => fixture.uploads().length === 0)).toBe(true);
  });
});

describe("mode replace", () => {
  test("archives products that are not in the file, and does not touch those already archived", async () => {
    const { workspaceId } = await imported(csvOf(skus(10)));
    const { row } = await imported(csvOf(skus(9)), { workspaceId, mode: "replace" });
    expect(row.counts).toEqual(counts({ received: 9, unchanged: 9, removed: 1 }));
    const again = await imported(csvOf(skus(9)), { workspaceId, mode: "replace" });
    expect(again.row.counts).toEqual(counts({ received: 9, unchanged: 9 }));
    const last = (await fixture.products(workspaceId)).at(-1);
    expect(last).toMatchObject({ sku: "S-00009", status: "archived", version: 2, deleted: false });
  });

  test.each(["replace", "upsert"])(
    "restores, with mode %s, products that an import has archived, with their former status",
    async (mode) => {
      const { workspaceId } = await imported(csvOf(skus(10)));
      await imported("sku,status\nS-00008,draft\n", { workspaceId });
      await imported(csvOf(skus(8)), { workspaceId, mode: "replace" });
      const archived = (await fixture.products(workspaceId)).map(({ status }) => status).slice(8);
      expect(archived).toEqual(["archived", "archived"]);
      const { row } = await imported(csvOf(skus(10)), { workspaceId, mode });
      expect(row.counts).toEqual(counts({ received: 10, unchanged: 8, updated: 2 }));
      expect((await fixture.products(workspaceId)).map(({ status }) => status).slice(8)).toEqual(["draft", "active"]);
      const again = await imported(csvOf(skus(10)), { workspaceId, mode });
      expect(again.row.counts).toEqual(counts({ received: 10, unchanged: 10 }));
    },
  );

  test("leaves products archived that a user archived, or changed after an import did", async () => {
    const { workspaceId } = await imported(csvOf(skus(10)));
    await imported("sku,status\nS-00000,archived\n", { workspaceId });
    await imported(csvOf(skus(9)), { workspaceId, mode: "replace" });
    await imported("sku,status,brand\nS-00009,archived,Other\n", { workspaceId });
    await imported(csvOf(skus(10)), { workspaceId, mode: "replace" });
    const statuses = (await fixture.products(workspaceId)).map(({ status }) => status);
    expect([statuses[0], statuses[1], statuses[9]]).toEqual(["archived", "active", "archived"]);
  });

  test("leaves a restored product archived if a user then archived it", async () => {
    const { workspaceId } = await imported(csvOf(skus(10)));
    await imported(csvOf(skus(9)), { workspaceId, mode: "replace" });
    await imported(csvOf(skus(10)), { workspaceId });
    const manual = { validateOnly: false };
    await applyRows(
      fixture.ctx,
      { workspaceId, actor: "*" },
      [{ body: { sku: "S-00009", status: "archived" } }],
      manual,
    );
    await imported(csvOf(skus(10)), { workspaceId, mode: "replace" });
    expect((await fixture.products(workspaceId)).at(-1)).toMatchObject({ sku: "S-00009", status: "archived" });
  });

  test("rejects a file without products, even with max_removal_percent 100", async () => {
    const { workspaceId } = await imported(csvOf(skus(3)));
    const { row } = await imported(csvOf([]), { workspaceId, mode: "replace", max_removal_percent: "100" });
    expect(row).toMatchObject({ status: "failed", counts: counts({}), error: expect.stringContaining("no product") });
    expect((await fixture.products(workspaceId)).map(({ status }) => status)).not.toContain("archived");
  });

  test("deletes missing products with missing=delete", async () => {
    const { workspaceId } = await imported(csvOf(skus(10)));
    await imported(csvOf(skus(9)), { workspaceId, mode: "replace", missing: "delete" });
    expect((await fixture.products(workspaceId)).at(-1)).toMatchObject({ sku: "S-00009", deleted: true, version: 2 });
    expect(await fixture.eventTypes(workspaceId)).toContain("product.deleted");
  });

  test("changes nothing when more products would be removed than allowed", async () => {
    const { workspaceId } = await imported(csvOf(skus(10)));
    const before = await fixture.products(workspaceId);
    const { row } = await imported(csvOf(skus(7), { price: "1 USD" }), { workspaceId, mode: "replace" });
    expect(row).toMatchObject({ status: "failed", counts: counts({}), error: expect.stringContaining("3 of 10") });
    expect(await fixture.products(workspaceId)).toEqual(before);
    const allowed = { workspaceId, mode: "replace", max_removal_percent: "30" };
    expect((await imported(csvOf(skus(7)), allowed)).row.counts).toMatchObject({ removed: 3 });
  });

  test("removes no product whose row is in the file but invalid", async () => {
    const { workspaceId } = await imported(csvOf(skus(2)));
    const file = "sku,title,price\nS-00000,Title of S-00000,19.90 USD\nS-00001,x,free\n";
    const { row } = await imported(file, { workspaceId, mode: "replace", strict: "true" });
    expect(row.counts).toMatchObject({ invalid: 1, removed: 0 });
  });

  test("clears the fields of empty cells, which upsert keeps", async () => {
    const { workspaceId } = await imported(csvOf(["A"]));
    const file = "sku,title,price,availability,brand\nA,Title of A,19.90 USD,in stock,\n";
    await imported(file, { workspaceId });
    expect((await fixture.products(workspaceId))[0]?.doc.brand).toBe("Acme");
    await imported(file, { workspaceId, mode: "replace" });
    expect((await fixture.products(workspaceId))[0]?.doc.brand).toBeUndefined();
  });
});

test("a file with too many rows is rejected before any row is stored", async () => {
  const { rowsMax } = fixture.ctx.settings;
  const { row } = await imported(`sku,title\n${"S,T\n".repeat(rowsMax + 1)}`);
  expect(row).toMatchObject({
    status: "failed",
    counts: counts({}),
    error: `The file has more than ${rowsMax} rows, the limit of one import; send it in parts.`,
  });
});

test("an import of 40,000 rows stores every cell, with line feeds and otherwise unchanged, in its product and in its event", async () => {
  const skuOf = (i: number) => `S-${String(i).padStart(5, "0")}`;
  const hard = ['say "hi"', "a,b;c", "two\nlines\r\n\tand a tab", "é漢字😀", "\\n \\u0000 {}", "'", "''"];
  const rows = Array.from({ length: 40_000 }, (_, i) => ({
    sku: skuOf(i),
    title: `${i} ${hard[(i * 3) % 2]} ${i}`,
    price_amount: ((i % 99_999) + 1) / 100,
    description: `<${hard[i % hard.length]}> ${"é😀x".repeat(i % 30)}.`,
    availability: "in_stock",
    brand: "é",
  }));
  const quoted = (cell: string | number) => `"${String(cell).replaceAll('"', '""')}"`;
  const lines = rows.map((row) => `${Object.values(row).map(quoted).join(",")},USD\n`);
  const header = `${Object.keys(rows[0] ?? {}).join(",")},price_currency\n`;
  const workspaceId = await fixture.newWorkspace();
  await fixture.stopApps();
  await fixture.startApp({ settings: { ...fixture.ctx.settings, batchRows: 2_000 } });
  const id = await fixture.send(`${header}${lines.join("")}`, { workspaceId });
  const row = await eventually(
    async () => {
      const now = await fixture.read(id);
      return now.finished_at !== null && now;
    },
    { timeoutMs: 110_000 },
  );
  expect(row.counts).toEqual(counts({ received: 40_000, created: 40_000 }));
  const cellsOf = (object: Record<string, unknown>) =>
    Object.keys(rows[0] ?? {})
      .map((name) => object[name])
      .join("\0");
  const expected = rows.map((cells) => cellsOf(cells).replaceAll("\r\n", "\n"));
  const products = (await fixture.products(workspaceId)).map(({ doc }) => cellsOf(doc));
  expect(products.findIndex((cells, i) => cells !== expected[i])).toBe(-1);
  const events = await fixture.query<{ data: string }>(
    "SELECT data FROM events WHERE workspace_id = $1 AND type = 'product.created' ORDER BY data::json -> 'object' ->> 'sku'",
    [workspaceId],
  );
  const told = events.map(({ data }) => cellsOf(JSON.parse(data).object));
  expect([told.length, told.findIndex((cells, i) => cells !== expected[i])]).toEqual([40_000, -1]);
}, 120_000);
