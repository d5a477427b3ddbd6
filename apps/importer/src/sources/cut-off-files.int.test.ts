import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { insertPerson } from "@skucast/db/testing/insert-people";
import { type Shop, startShop } from "@skucast/testkit/start-shop";
import { openSourceFixture } from "../testing/open-source-fixture.js";

let shop: Shop;
let fixture: Awaited<ReturnType<typeof openSourceFixture>>;
beforeAll(async () => {
  shop = await startShop();
  fixture = await openSourceFixture({ sourceCa: shop.ca });
  await fixture.startApp();
});
afterAll(async () => {
  await fixture.close();
  await shop.stop();
});

const NUMBERS = Array.from({ length: 12 }, (_, i) => i + 1);
const csv = `sku,title,price,availability,brand\n${NUMBERS.map((n) => `P-${n},"Cup ${n}",${n}.00 EUR,in stock,Acme\n`).join("")}`;
const objectOf = (n: number) =>
  JSON.stringify({ sku: `P-${n}`, title: `Cup ${n}`, price: `${n}.00 EUR`, availability: "in stock", brand: "Acme" });
const jsonl = NUMBERS.map((n) => `${objectOf(n)}\n`).join("");
const json = `[${NUMBERS.map(objectOf).join(",\n")}]`;

/** The file up to the middle of a product. */
const cutAt = (file: string, inside: string): string => file.slice(0, file.indexOf(inside) + inside.length);

async function sourceOf(path: string, mode: "upsert" | "replace") {
  const { workspaceId } = await insertPerson(fixture.ctx.db, "owner");
  const location = { url: `${shop.origin}${path}` };
  const id = await fixture.addSource({ location, workspaceId, options: { mode, max_removal_percent: 100 } });
  const mails = () =>
    fixture.query<{ subject: string; body: string }>(
      "SELECT subject, body FROM notices WHERE workspace_id = $1 ORDER BY created_at, id",
      [workspaceId],
    );
  const live = async () =>
    (await fixture.products(workspaceId)).filter(({ status }) => status !== "archived").map(({ sku }) => sku);
  return { id, mails, live, run: () => fixture.run(id, { workspaceId }) };
}

test.each([
  ["in a row of CSV with too few cells", "csv", csv, 'P-9,"Cup 9",9.00', "in the row in line 10"],
  ["in an open quote of CSV", "csv", csv, 'P-9,"Cup', "in the row in line 10"],
  ["in an object of JSON Lines", "jsonl", jsonl, '"sku":"P-9","title":"Cu', "in the row in line 9"],
])(
  "a file that breaks off %s fails its source, and its valid rows are imported",
  async (_what, type, file, inside, text) => {
    const path = `/upsert-${inside.length}.${type}`;
    const { id, run, live, mails } = await sourceOf(path, "upsert");
    shop.publish(path, cutAt(file, inside));
    const first = await run();
    expect(first.error).toContain(text.replace("in the row", "in the middle of the row"));
    expect((await live()).length).toBe(8);
    expect(await fixture.sourceOf(id)).toMatchObject({
      health: "failing",
      last_error: first.error,
      failures: 1,
      seen: null,
    });
    // The same file is not taken as unchanged, and is mailed once.
    await run();
    expect((await fixture.sourceOf(id)).failures).toBe(2);
    shop.publish(path, file);
    expect((await run()).status).toBe("succeeded");
    expect(await fixture.sourceOf(id)).toMatchObject({ health: "ok", last_error: null, failures: 0 });
    expect((await live()).length).toBe(12);
    const told = await mails();
    expect(told.map(({ subject }) => subject)).toEqual([
      "Skucast: the source Shop could not be imported",
      "Skucast: the source Shop works again",
    ]);
    expect(told[0]?.body).toContain("Its valid rows were imported, up to the place where it breaks off.");
    expect(told[0]?.body).not.toContain("The catalog was not changed");
  },
);

test.each([
  ["CSV with too few cells", "csv", csv, 'P-3,"Cup 3",3.00'],
  ["CSV with an open quote", "csv", csv, 'P-3,"Cup'],
  ["JSON Lines", "jsonl", jsonl, '"sku":"P-3","title":"Cu'],
  ["JSON", "json", json, '"sku":"P-3","title":"Cu'],
])("a replace with %s that breaks off removes nothing", async (_what, type, file, inside) => {
  const path = `/replace-${inside.length}.${type}`;
  const { id, run, live } = await sourceOf(path, "replace");
  shop.publish(path, file);
  await run();
  shop.publish(path, cutAt(file, inside));
  await run();
  expect((await fixture.sourceOf(id)).health).toBe("failing");
  expect((await live()).length).toBe(12);
});

test("an archive that breaks off fails its source, and the mail does not say that nothing was changed", async () => {
  const { id, run, live, mails } = await sourceOf("/cut.csv.gz", "upsert");
  const rows = Array.from({ length: 6_000 }, (_, n) => `P-${n},Cup ${randomUUID()},${n + 1}.00 EUR,in stock,Acme\n`);
  const packed = gzipSync(`sku,title,price,availability,brand\n${rows.join("")}`);
  shop.publish("/cut.csv.gz", packed.subarray(0, Math.floor(packed.length * 0.9)));
  const { status, error } = await run();
  expect([status, error]).toEqual(["failed", expect.stringContaining("rows before it were processed")]);
  expect((await live()).length).toBeGreaterThan(100);
  expect((await fixture.sourceOf(id)).health).toBe("failing");
  expect((await mails())[0]?.body).toContain("Its valid rows were imported, up to the place where it breaks off.");
});

test("a last row without a line end that is complete, or has an error of its own, does not fail its source", async () => {
  const { id, run } = await sourceOf("/whole.csv", "upsert");
  const row = 'P-99,"Cup 99",99.00 EUR,in stock,Acme';
  for (const last of [row, "P-99,,x,?,Acme", `${row},more`]) {
    shop.publish("/whole.csv", csv + last);
    await run();
    expect(await fixture.sourceOf(id)).toMatchObject({ health: "ok", failures: 0 });
  }
});
