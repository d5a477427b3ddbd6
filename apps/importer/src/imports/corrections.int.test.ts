import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { listImportRows } from "@skucast/db/imports/list-import-rows";
import { CORRECTION_FORMATS, reasonsOf } from "@skucast/imports/corrections/render-corrections";
import { decodeRow } from "@skucast/imports/corrections/row-content";
import type { ImportPlan } from "@skucast/imports/import-plan";
import { deleteOldRows } from "../housekeeping/delete-old-rows.js";
import { csvOf, type ImporterFixture, openImporterFixture, skus } from "../testing/open-importer-fixture.js";

async function itemsOf<Item>(source: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of source) items.push(item);
  return items;
}

let fixture: ImporterFixture;
beforeAll(async () => {
  fixture = await openImporterFixture();
  await fixture.startApp();
});
afterAll(() => fixture.close());

async function corrected(id: string, workspaceId: string): Promise<string> {
  const [row] = await fixture.query<{ plan: ImportPlan }>("SELECT plan FROM imports WHERE id = $1", [id]);
  if (!row) throw new Error("there is no such import");
  async function* pages() {
    for await (const rows of listImportRows(fixture.ctx.db, wholeWorkspace(workspaceId), id))
      yield rows.map(({ content, errors }) => ({ content: decodeRow(content), reasons: reasonsOf(errors) }));
  }
  return (await itemsOf(CORRECTION_FORMATS[row.plan.format].write(row.plan, pages()))).join("");
}

const stored = async (id: string) => {
  const [row] = await fixture.query<{ faulty_rows: number; faulty_bytes: number; cell_counts: number[][] }>(
    "SELECT faulty_rows, faulty_bytes, cell_counts FROM imports WHERE id = $1",
    [id],
  );
  return row;
};
const rowsLeft = (id: string) => fixture.query("SELECT FROM import_rows WHERE import_id = $1", [id]);

test("rejected rows and rows with warnings are downloaded, corrected, imported, and then none is left", async () => {
  const workspaceId = await fixture.newWorkspace();
  const all = skus(300);
  const lines = csvOf(all).trimEnd().split("\n");
  // Every hundredth row is rejected, and one has a cell that is left out.
  const broken = lines.map((line, i) => (i % 100 === 50 ? line.replace("19.90 USD", "free") : line));
  broken[10] = `${broken[10]?.replace("Acme", "x".repeat(300))}`;
  const id = await fixture.send(`${broken.join("\n")}\n`, { workspaceId });
  const { counts } = await fixture.finished(id);
  expect(counts).toMatchObject({ received: 300, created: 297, invalid: 3, warned: 1 });
  expect((await stored(id))?.faulty_rows).toBe(4);
  const file = await corrected(id, workspaceId);
  const rows = file.trimEnd().split("\r\n");
  expect(rows).toHaveLength(5);
  expect(rows[0]).toBe("\ufeffskucast_errors,sku,title,price,availability,brand");
  expect(rows[1]).toMatch(/^"?warning: brand: .*S-00009,/);
  expect(rows[2]).toMatch(/^"price: must be an amount.* \(free\)",S-00049,Title of S-00049,free,in stock,Acme$/);
  const again = file.replaceAll(",free,", ",19.90 USD,").replace("x".repeat(300), "Acme");
  const next = await fixture.send(again.replaceAll(/^"(price|warning)[^"]*"/gm, "fixed"), { workspaceId });
  const done = await fixture.finished(next);
  expect(done).toMatchObject({ status: "succeeded", counts: { received: 4, created: 3, updated: 1 } });
  expect(await corrected(next, workspaceId)).toBe(`${rows[0]?.replace("skucast_errors,", "skucast_errors,")}\r\n`);
  const products = await fixture.products(workspaceId);
  expect(products.map(({ doc }) => [doc.sku, doc.brand, doc.price_amount])).toEqual(
    all.map((sku) => [sku, "Acme", 19.9]),
  );
});

test("the counts of each column add up to the rows, and say what became of each cell", async () => {
  const workspaceId = await fixture.newWorkspace();
  const header = "sku,title,price,availability,gender,margin";
  const first = `${header}\nA,Tee,5.00 EUR,in stock,female,1\nB,Hat,5.00 EUR,in stock,,2\n`;
  await fixture.finished(await fixture.send(first, { workspaceId }));
  const second = `${header}\nA,Tee,5.00 EUR,in stock,female,1\nB,Hat,6.00 EUR,in stock,martian,2\nC,Cap,free,in stock,male,3\n`;
  const id = await fixture.send(second, { workspaceId });
  await fixture.finished(id);
  // Applied, unchanged, warned, rejected, ignored, skipped, empty, inapplicable.
  expect((await stored(id))?.cell_counts).toEqual([
    [1, 1, 0, 1, 0, 0, 0, 0],
    [1, 1, 0, 1, 0, 0, 0, 0],
    [1, 1, 0, 1, 0, 0, 0, 0],
    [1, 1, 0, 1, 0, 0, 0, 0],
    [0, 1, 1, 1, 0, 0, 0, 0],
    [0, 0, 0, 0, 3, 0, 0, 0],
  ]);
  expect((await fixture.errors(id)).map(({ line, column, value }) => [line, column, value])).toEqual([
    [3, "gender", "martian"],
    [4, "price", "free"],
  ]);
});

test("all rows of a product by language, currency, picture and warehouse are downloaded with its errors, and complete it", async () => {
  const workspaceId = await fixture.newWorkspace();
  const header = "sku,lang,currency,warehouse,title,price,image,stock,gender,availability";
  const lines = [
    "A,en,EUR,N,Tee,5.00,https://x.example/1.jpg,3,female,in stock",
    "A,de,EUR,N,Hemd,5.00,https://x.example/1.jpg,3,female,in stock",
    "B,en,EUR,N,Cup,free,https://x.example/2.jpg,3,female,in stock",
    "B,de,EUR,N,Tasse,free,https://x.example/2.jpg,3,female,in stock",
    "B,en,USD,N,Cup,9.00,https://x.example/2.jpg,3,female,in stock",
    "B,en,EUR,S,Cup,free,https://x.example/3.jpg,4,female,in stock",
    "C,en,EUR,N,Hat,7.00,https://x.example/4.jpg,3,martian,in stock",
    "C,de,EUR,N,Hut,7.00,https://x.example/4.jpg,3,martian,in stock",
  ];
  const id = await fixture.send(`${header}\n${lines.join("\n")}\n`, { workspaceId });
  expect((await fixture.finished(id)).counts).toMatchObject({ created: 2, invalid: 1, warned: 1, skipped: 5 });
  const [columns, ...rows] = (await corrected(id, workspaceId)).trimEnd().split("\r\n");
  expect(columns).toBe(`\ufeffskucast_errors,${header}`);
  expect(rows.map((row) => row.replace(/^(?:"[^"]*"|[^,]*),/, ""))).toEqual(lines.slice(2));
  const reasons = rows.map((row) => row.replace(/,(?:B|C),(?:en|de),.*$/, ""));
  expect(reasons).toEqual([expect.stringContaining("price: "), "", "", "", expect.stringContaining("gender: "), ""]);
  const fixed = [columns, ...rows].join("\n").replaceAll(",free,", ",8.00,").replaceAll("martian", "male");
  const again = await fixture.finished(await fixture.send(fixed, { workspaceId }));
  expect(again.counts).toMatchObject({ received: 6, created: 1, updated: 1, skipped: 4 });
  const docs = (await fixture.products(workspaceId)).map(({ doc }) => doc);
  expect(docs.map(({ sku, translations }) => [sku, translations])).toEqual([
    ["A", { de: { title: "Hemd" } }],
    ["B", { de: { title: "Tasse" } }],
    ["C", { de: { title: "Hut" } }],
  ]);
  expect(docs[1]).toMatchObject({
    price_amount: 8,
    prices: [{ currency: "USD", amount: 9 }],
    image_url: "https://x.example/2.jpg",
    additional_image_urls: ["https://x.example/3.jpg"],
    inventory_quantity: 7,
  });
});

test("several rows on one line of XML keep their own errors", async () => {
  const workspaceId = await fixture.newWorkspace();
  const item = (sku: string, price: string) =>
    `<item><id>${sku}</id><title>Tee</title><price>${price}</price><availability>in stock</availability></item>`;
  const id = await fixture.send(
    `<rss><channel>${item("A", "x")}${item("B", "5 EUR")}${item("C", "y")}</channel></rss>`,
    {
      workspaceId,
    },
  );
  await fixture.finished(id);
  expect((await fixture.errors(id)).map(({ sku, value }) => [sku, value])).toEqual([
    ["A", "x"],
    ["C", "y"],
  ]);
  const file = await corrected(id, workspaceId);
  expect(file.match(/<g:id>(\w)<\/g:id>/g)).toEqual(["<g:id>A</g:id>", "<g:id>C</g:id>"]);
});

test("no more bytes are kept than the limit, and old rows are deleted while the errors stay", async () => {
  const workspaceId = await fixture.newWorkspace();
  const long = "x".repeat(900_000);
  const rows = Array.from({ length: 15 }, (_, i) => `S-${i},Tee,free,in stock,${long}\n`);
  const id = await fixture.send(`sku,title,price,availability,note\nOK,Tee,5 EUR,in stock,x\n${rows.join("")}`, {
    workspaceId,
  });
  expect((await fixture.finished(id)).counts).toMatchObject({ invalid: 15 });
  expect(await stored(id)).toMatchObject({ faulty_rows: 11 });
  expect(await rowsLeft(id)).toHaveLength(11);
  await fixture.stopApps(); // its housekeeping deletes old rows too
  expect(await deleteOldRows(fixture.ctx)).toBe("idle");
  expect(await rowsLeft(id)).toHaveLength(11);
  await fixture.query("UPDATE imports SET finished_at = finished_at - interval '31 days' WHERE id = $1", [id]);
  expect(await deleteOldRows(fixture.ctx)).toBe("more");
  expect(await rowsLeft(id)).toEqual([]);
  expect(await stored(id)).toMatchObject({ faulty_rows: 0, faulty_bytes: 0 });
  expect(await fixture.errors(id)).toHaveLength(15);
});
