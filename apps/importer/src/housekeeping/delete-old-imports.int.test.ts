import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { csvOf, type House, openHouse } from "../testing/open-house.js";
import { deleteOldImports } from "./delete-old-imports.js";

const DAY_MS = 86_400_000;

let house: House;
beforeAll(async () => {
  house = await openHouse({ importsKeptMs: 30 * DAY_MS });
});
afterAll(() => house.close());
afterEach(() => house.stopApps());

const BROKEN = "sku,title\nX,\n";
const age = (id: string, days: number) =>
  house.query(
    `UPDATE imports SET upload = NULL, created_at = now() - $2 * interval '1 day',
       finished_at = CASE WHEN finished_at IS NULL THEN NULL ELSE now() - $2 * interval '1 day' END WHERE id = $1`,
    [id, days],
  );
const countOf = async (table: string, workspaceId: string) =>
  Number(
    (await house.query<{ n: string }>(`SELECT count(*) AS n FROM ${table} WHERE workspace_id = $1`, [workspaceId]))[0]
      ?.n,
  );
async function deleteAll() {
  for (let rounds = 0; rounds < 10 && (await deleteOldImports(house.ctx)) === "more"; rounds += 1);
}

test("imports go with their faults when they ended longer ago than they are kept; younger ones stay, and what is open", async () => {
  const workspaceId = await house.newWorkspace();
  await house.startApp();
  const [old, young] = [await house.send(BROKEN, { workspaceId }), await house.send(BROKEN, { workspaceId })];
  await house.finished(old);
  await house.finished(young);
  await house.stopApps();
  const open = await house.send(BROKEN, { workspaceId });
  await age(old, 31);
  await age(young, 29);
  await house.query("UPDATE imports SET created_at = now() - interval '90 days' WHERE id = $1", [open]);
  expect(await countOf("import_errors", workspaceId)).toBeGreaterThan(1);
  await deleteAll();
  expect(await house.query("SELECT id FROM imports WHERE workspace_id = $1 ORDER BY id", [workspaceId])).toEqual([
    { id: young },
    { id: open },
  ]);
  expect(
    await house.query("SELECT DISTINCT import_id FROM import_errors WHERE workspace_id = $1", [workspaceId]),
  ).toEqual([{ import_id: young }]);
});

test("a running importer does it by itself", async () => {
  const workspaceId = await house.newWorkspace();
  const app = await house.startApp();
  const id = await house.send(csvOf(["A"]), { workspaceId });
  await house.finished(id);
  await app.stop();
  await age(id, 31);
  await house.startApp();
  await house.gone(id);
});
