import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { csvOf, type ImporterFixture, openImporterFixture } from "../testing/open-importer-fixture.js";
import { deleteOldImports } from "./delete-old-imports.js";

const DAY_MS = 86_400_000;

let fixture: ImporterFixture;
beforeAll(async () => {
  fixture = await openImporterFixture({ importsKeptMs: 30 * DAY_MS });
});
afterAll(() => fixture.close());
afterEach(() => fixture.stopApps());

const BROKEN = "sku,title\nX,\n";
const age = (id: string, days: number) =>
  fixture.query(
    `UPDATE imports SET upload = NULL, created_at = now() - $2 * interval '1 day',
       finished_at = CASE WHEN finished_at IS NULL THEN NULL ELSE now() - $2 * interval '1 day' END WHERE id = $1`,
    [id, days],
  );
const countOf = async (table: string, workspaceId: string) =>
  Number(
    (await fixture.query<{ n: string }>(`SELECT count(*) AS n FROM ${table} WHERE workspace_id = $1`, [workspaceId]))[0]
      ?.n,
  );
async function deleteAll() {
  for (let rounds = 0; rounds < 10 && (await deleteOldImports(fixture.ctx)) === "more"; rounds += 1);
}

test("imports past their retention are deleted with their errors; newer and unfinished ones stay", async () => {
  const workspaceId = await fixture.newWorkspace();
  await fixture.startApp();
  const old = await fixture.send(BROKEN, { workspaceId });
  const young = await fixture.send(BROKEN, { workspaceId });
  await fixture.finished(old);
  await fixture.finished(young);
  await fixture.stopApps();
  const open = await fixture.send(BROKEN, { workspaceId });
  await age(old, 31);
  await age(young, 29);
  await fixture.query("UPDATE imports SET created_at = now() - interval '90 days' WHERE id = $1", [open]);
  expect(await countOf("import_errors", workspaceId)).toBeGreaterThan(1);
  await deleteAll();
  expect(await fixture.query("SELECT id FROM imports WHERE workspace_id = $1 ORDER BY id", [workspaceId])).toEqual([
    { id: young },
    { id: open },
  ]);
  expect(
    await fixture.query("SELECT DISTINCT import_id FROM import_errors WHERE workspace_id = $1", [workspaceId]),
  ).toEqual([{ import_id: young }]);
});

test("a running importer deletes old imports", async () => {
  const workspaceId = await fixture.newWorkspace();
  const app = await fixture.startApp();
  const id = await fixture.send(csvOf(["A"]), { workspaceId });
  await fixture.finished(id);
  await app.stop();
  await age(id, 31);
  await fixture.startApp();
  await fixture.gone(id);
});
