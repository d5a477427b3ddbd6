import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { csvOf, type ImporterFixture, openImporterFixture } from "../testing/open-importer-fixture.js";

let fixture: ImporterFixture;
beforeAll(async () => {
  fixture = await openImporterFixture({}, { products: 120 });
  await fixture.startApp();
});
afterAll(() => fixture.close());

const skus = (count: number) => Array.from({ length: count }, (_, i) => `S-${String(i).padStart(5, "0")}`);

test("an import stores the rows that fit the workspace's quota, and reports each of the others with its reason", async () => {
  const workspaceId = await fixture.newWorkspace();
  const row = await fixture.finished(await fixture.send(csvOf(skus(200)), { workspaceId }));
  expect(row.counts).toMatchObject({ received: 200, created: 120, invalid: 80 });
  expect(await fixture.products(workspaceId)).toHaveLength(120);
  const { rows } = await fixture.ctx.db.system.query<{ code: string; message: string }>(
    "SELECT DISTINCT code, message FROM import_errors WHERE workspace_id = $1",
    [workspaceId],
  );
  expect(rows).toEqual([{ code: "limit_reached", message: expect.stringContaining("at most 120 products") }]);
});
