import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { listImportOutcomes, type OutcomeSelection, type PlacedResult } from "@skucast/db/imports/list-import-outcomes";
import { deleteOldRows } from "../housekeeping/delete-old-rows.js";
import { csvOf, type ImporterFixture, openImporterFixture, skus } from "../testing/open-importer-fixture.js";

let fixture: ImporterFixture;
beforeAll(async () => {
  fixture = await openImporterFixture();
});
afterAll(() => fixture.close());
afterEach(() => fixture.stopApps());

async function outcomesOf(
  workspaceId: string,
  id: string,
  selection: Partial<OutcomeSelection> = {},
): Promise<PlacedResult[]> {
  const found: PlacedResult[] = [];
  const blocks = listImportOutcomes(fixture.ctx.db, wholeWorkspace(workspaceId), id, { from: 0, ...selection });
  for await (const { results } of blocks) found.push(...results);
  return found;
}

const shown = ({ line, sku, outcome, isWarned, cells }: PlacedResult) =>
  `${line} ${sku} ${outcome}${isWarned ? " warned" : ""} ${cells}`;

test("every row and cell of an import has one outcome, from the first to the last", async () => {
  const workspaceId = await fixture.newWorkspace();
  await fixture.startApp();
  const header = "sku,title,price,availability,gender,margin";
  const first = `${header}\nA,Tee,5.00 EUR,in stock,female,1\nB,Hat,5.00 EUR,in stock,,2\n`;
  const before = await fixture.send(first, { workspaceId });
  await fixture.finished(before);
  expect((await outcomesOf(workspaceId, before)).map(shown)).toEqual(["2 A created 000004", "3 B created 000064"]);
  const second = [
    header,
    "A,Tee,5.00 EUR,in stock,female,1",
    "B,Hat,6.00 EUR,in stock,martian,2",
    "C,Cap,free,in stock,male,3",
    "A,Tee,5.00 EUR,in stock,female,1",
    "D,Sock,7.00 EUR,in stock,,",
  ];
  const id = await fixture.send(`${second.join("\n")}\n`, { workspaceId });
  await fixture.finished(id);
  expect((await outcomesOf(workspaceId, id)).map(shown)).toEqual([
    "2 A unchanged 111114",
    "3 B updated warned 000024",
    "4 C invalid 333334",
    "5 A invalid 333334",
    "6 D created 000066",
  ]);
});

test("cells of rows that were combined have the outcome of their product, across several batches", async () => {
  const workspaceId = await fixture.newWorkspace();
  await fixture.startApp();
  const rows = skus(40).flatMap((sku, i) => {
    const price = i % 10 === 9 ? "free" : "5.00 EUR";
    return [`${sku},en,Tee,${price},in stock,a`, `${sku},de,Hemd,,,b`, `${sku},fr,Maillot,6.00 EUR,,`];
  });
  const id = await fixture.send(`sku,lang,title,price,availability,note\n${rows.join("\n")}\n`, { workspaceId });
  await fixture.finished(id);
  // Applied is 0, rejected 3, ignored 4, skipped 5 and empty 6.
  const ofRows = ["created 000004", "skipped 500664", "skipped 500566"];
  const ofRejected = ["invalid 333334", "skipped 533664", "skipped 533566"];
  const expected = skus(40).flatMap((_sku, i) => (i % 10 === 9 ? ofRejected : ofRows));
  expect((await outcomesOf(workspaceId, id)).map(({ outcome, cells }) => `${outcome} ${cells}`)).toEqual(expected);
});

test("the columns of rows that are combined after the sampled ones are listed and counted as used", async () => {
  const workspaceId = await fixture.newWorkspace();
  await fixture.startApp();
  const lines = [
    ...skus(3_000).map((sku) => `${sku},de,Tasse,5.00 EUR,in stock,a`),
    "L,de,Hemd,5.00 EUR,in stock,a",
    "L,fr,Maillot,5.00 EUR,in stock,a",
  ];
  const id = await fixture.send(`sku,language,title,price,availability,note\n${lines.join("\n")}\n`, { workspaceId });
  const columnsOf = async () => {
    const [row] = await fixture.query<{ columns: { name: string; fields: string[] }[] }>(
      "SELECT columns FROM imports WHERE id = $1",
      [id],
    );
    return Object.fromEntries(row?.columns.map(({ name, fields }) => [name, fields]) ?? []);
  };
  // A language says whose texts a row has, also before another row of the product was found.
  expect(await columnsOf()).toMatchObject({ language: ["translations"], note: [] });
  expect((await fixture.finished(id)).counts).toMatchObject({ created: 3_001, skipped: 1 });
  expect(await columnsOf()).toMatchObject({ language: ["translations"], title: ["title"], note: [] });
  const [first, combined, other] = (await outcomesOf(workspaceId, id)).slice(-3).map(({ cells }) => cells);
  expect([first, combined, other]).toEqual(["000004", "000004", "500554"]);
});

test("rows are selected by outcome, by line and from a position, across blocks", async () => {
  const workspaceId = await fixture.newWorkspace();
  await fixture.startApp();
  const lines = csvOf(skus(1_230)).trimEnd().split("\n");
  const broken = lines.map((line, i) => (i % 400 === 399 ? line.replace("19.90 USD", "free") : line));
  const id = await fixture.send(`${broken.join("\n")}\n`, { workspaceId });
  await fixture.finished(id);
  const all = await outcomesOf(workspaceId, id);
  expect(all.map(({ place, line, sku }) => [place, line, sku])).toEqual(skus(1_230).map((sku, i) => [i, i + 2, sku]));
  const invalid = await outcomesOf(workspaceId, id, { kind: "invalid" });
  expect(invalid.map(({ line }) => line)).toEqual([400, 800, 1_200]);
  expect((await outcomesOf(workspaceId, id, { kind: "invalid", from: 500 })).map(({ line }) => line)).toEqual([
    800, 1_200,
  ]);
  expect((await outcomesOf(workspaceId, id, { line: 777 })).map(({ sku }) => sku)).toEqual(["S-00775"]);
  expect(await outcomesOf(workspaceId, id, { line: 5_000 })).toEqual([]);
  expect((await outcomesOf(workspaceId, id, { from: 1_001 })).length).toBe(229);
  expect(await outcomesOf(await fixture.newWorkspace(), id)).toEqual([]);
});

test("an importer that takes over an import adds its rows to those that are done", async () => {
  const workspaceId = await fixture.newWorkspace();
  const id = await fixture.send(csvOf(skus(120)), { workspaceId });
  await fixture.query(
    `UPDATE imports SET status = 'running', lease_owner = 'dead', lease_until = now() - interval '1 second',
       started_at = now(), counts = jsonb_set(counts, '{received}', '70') WHERE id = $1`,
    [id],
  );
  await fixture.startApp();
  await fixture.finished(id);
  const rows = await outcomesOf(workspaceId, id);
  expect(rows.map(({ place, line }) => [place, line])).toEqual(Array.from({ length: 50 }, (_, i) => [70 + i, 72 + i]));
});

test("outcomes are deleted after their time, and with their import", async () => {
  const workspaceId = await fixture.newWorkspace();
  await fixture.startApp();
  const id = await fixture.send(csvOf(["A"]), { workspaceId });
  await fixture.finished(id);
  await deleteOldRows(fixture.ctx);
  expect(await outcomesOf(workspaceId, id)).toHaveLength(1);
  await fixture.query("UPDATE imports SET finished_at = finished_at - interval '31 days' WHERE id = $1", [id]);
  await fixture.stopApps();
  await deleteOldRows(fixture.ctx);
  expect(await outcomesOf(workspaceId, id)).toEqual([]);
  expect((await fixture.read(id)).counts).toMatchObject({ created: 1 });
});
