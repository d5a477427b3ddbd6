import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { channelCreateSchema } from "@skucast/contracts/channels/channel";
import { feedCreateSchema } from "@skucast/contracts/feeds/feed";
import type { Principal } from "@skucast/contracts/principal";
import { createChannel } from "../channels/create-channel.js";
import { createFeed } from "../feeds/create-feed.js";
import { type CatalogFixture, openCatalogFixture, rejectionOf } from "../testing/open-catalog-fixture.js";
import { listRunIssues } from "./list-run-issues.js";
import { startRun } from "./start-run.js";

let fixture: CatalogFixture;
let principal: Principal;
let channelId: string;
let runId: string;

const COUNTS = [
  { code: "too_long", severity: "warning", count: 4_000 },
  { code: "missing_value", severity: "error", count: 5 },
];

beforeAll(async () => {
  fixture = await openCatalogFixture();
  principal = await fixture.newPrincipal();
  const market = { country: "US", currency: "USD", language: "en" };
  channelId = (
    await createChannel(
      as(principal, { channel: channelCreateSchema.parse({ name: "Shop", profile: "google_merchant", market }) }),
    )
  ).id;
  const feed = feedCreateSchema.parse({ channel_id: channelId, name: "Nightly" });
  runId = (await startRun(as(principal, { feedId: (await createFeed(as(principal, { feed }))).id }))).id;
  await fixture.db.system.query("UPDATE runs SET issue_counts = $2 WHERE id = $1", [runId, JSON.stringify(COUNTS)]);
  await fixture.db.system.query(
    `INSERT INTO run_issues (workspace_id, run_id, place, sku, severity, code, field, message)
     SELECT $1, $2, n, 'SKU-' || n, CASE WHEN n % 3 = 0 THEN 'error' ELSE 'warning' END,
       CASE WHEN n % 3 = 0 THEN 'missing_value' ELSE 'too_long' END, 'title', 'says why' FROM generate_series(1, 15) AS n`,
    [principal.workspaceId, runId],
  );
});
afterAll(() => fixture.close());

const as = <Input>(who: Principal, input: Input) => ({ ctx: fixture.ctx, principal: who, input });
const list = (input: object = {}, who = principal) => listRunIssues(as(who, { after: "", limit: 50, runId, ...input }));

test("issues are listed in order of products, in pages, each once, with the counts of all", async () => {
  const skus: string[] = [];
  for (let after: string | null = ""; after !== null; ) {
    const { items, next, counts } = await list({ after, limit: 4 });
    expect(counts).toEqual(COUNTS);
    skus.push(...items.map(({ sku }) => sku));
    after = next;
  }
  expect(skus).toEqual(Array.from({ length: 15 }, (_, i) => `SKU-${i + 1}`));
});

test("an issue has a fix_hint and the channel's documentation of the column", async () => {
  const [first] = (await list({ limit: 1 })).items;
  expect(first).toEqual({
    sku: "SKU-1",
    severity: "warning",
    code: "too_long",
    field: "title",
    message: "says why",
    fix_hint: "Shorten it, or add a truncate rule for it.",
    source: expect.stringContaining("https://support.google.com/"),
  });
});

test("issues can be filtered by code, severity and product, and the counts still include all", async () => {
  expect((await list({ code: "missing_value" })).items).toHaveLength(5);
  expect((await list({ severity: "warning" })).items).toHaveLength(10);
  const { items, counts } = await list({ sku: "SKU-3" });
  expect([items.map(({ code }) => code), counts]).toEqual([["missing_value"], COUNTS]);
});

test("a principal who cannot see the run cannot see its issues", async () => {
  const other = await fixture.newPrincipal();
  expect(await rejectionOf(list({}, other))).toMatchObject({ code: "not_found" });
  const restricted = await fixture.newMember(principal, "viewer", ["ch_01jd0000000000000000000000"]);
  expect(await rejectionOf(list({}, restricted))).toMatchObject({ code: "not_found" });
  const member = await fixture.newMember(principal, "viewer", [channelId]);
  expect((await list({}, member)).items).toHaveLength(15);
});
