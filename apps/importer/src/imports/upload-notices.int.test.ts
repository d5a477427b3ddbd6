import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { insertPerson } from "@skucast/db/testing/insert-people";
import { csvOf, type ImporterFixture, openImporterFixture, skus } from "../testing/open-importer-fixture.js";

let fixture: ImporterFixture;
let workspaceId: string;
beforeAll(async () => {
  fixture = await openImporterFixture();
  ({ workspaceId } = await insertPerson(fixture.ctx.db, "owner"));
  await fixture.startApp();
});
afterAll(() => fixture.close());

const mails = async () => {
  const sql = "SELECT subject, body FROM notices WHERE workspace_id = $1 ORDER BY created_at, id";
  return fixture.query<{ subject: string; body: string }>(sql, [workspaceId]);
};
const WRONG = "sku,title\n";
const upload = async (content: string, options: Readonly<Record<string, string>> = {}) => {
  const id = await fixture.send(content, { workspaceId, mode: "replace", ...options });
  return fixture.finished(id);
};

test("members get one mail when uploads begin to fail, and one when the next one succeeds", async () => {
  await upload(csvOf(skus(3)));
  expect(await mails()).toEqual([]);
  const first = await upload(WRONG);
  expect(first.status).toBe("failed");
  await upload(WRONG);
  const told = await mails();
  expect(told.map(({ subject }) => subject)).toEqual(["Skucast: a product file could not be imported"]);
  expect(told[0]?.body).toContain(`Error: ${first.error}`);
  expect(told[0]?.body).toContain(`{public_url}/imports/${first.id}`);
  await upload(csvOf(skus(3)));
  await upload(csvOf(skus(3)));
  expect((await mails()).map(({ subject }) => subject).slice(1)).toEqual(["Skucast: product files are imported again"]);
});

test("without a mail server the problem and its end are recorded, and no mail is queued that would be late", async () => {
  const quiet = await openImporterFixture({ isMailing: false });
  const owner = await insertPerson(quiet.ctx.db, "owner");
  await quiet.startApp();
  const id = await quiet.send(WRONG, { workspaceId: owner.workspaceId, mode: "replace" });
  expect((await quiet.finished(id)).status).toBe("failed");
  expect(await quiet.query("SELECT subject FROM notices")).toEqual([]);
  const incidents = () =>
    quiet.query<object>(
      "SELECT kind, is_opening_mailed, closed_at IS NOT NULL AS is_over, is_closing_mailed FROM incidents",
    );
  const problem = { kind: "import_failed", is_opening_mailed: false };
  expect(await incidents()).toEqual([{ ...problem, is_over: false, is_closing_mailed: null }]);
  await quiet.finished(await quiet.send(csvOf(["S-1"]), { workspaceId: owner.workspaceId }));
  expect(await incidents()).toEqual([{ ...problem, is_over: true, is_closing_mailed: false }]);
  expect(await quiet.query("SELECT subject FROM notices")).toEqual([]);
  await quiet.close();
});

test("a file that is only validated causes no mail", async () => {
  const before = await mails();
  expect((await upload(WRONG, { validate_only: "true" })).status).toBe("failed");
  expect(await mails()).toEqual(before);
});
