import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { channelCreateSchema } from "@skucast/contracts/channels/channel";
import { feedCreateSchema, feedPatchSchema } from "@skucast/contracts/feeds/feed";
import { newId } from "@skucast/contracts/ids";
import type { Principal } from "@skucast/contracts/principal";
import { PROFILES, type ProfileName } from "@skucast/profiles/profiles/profile-list";
import { createChannel } from "../channels/create-channel.js";
import { updateChannel } from "../channels/update-channel.js";
import { startRun } from "../runs/start-run.js";
import { type CatalogFixture, openCatalogFixture, rejectionOf } from "../testing/open-catalog-fixture.js";
import { createFeed } from "./create-feed.js";
import { rollbackFeed } from "./rollback-feed.js";
import { updateFeed } from "./update-feed.js";

let fixture: CatalogFixture;
let principal: Principal;
beforeAll(async () => {
  fixture = await openCatalogFixture();
  principal = await fixture.newPrincipal();
});
afterAll(() => fixture.close());

const call = <Input>(input: Input) => ({ ctx: fixture.ctx, principal, input });
const market = { country: "US", currency: "USD", language: "en" };
const newChannel = (profile: string = "generic") =>
  createChannel(call({ channel: channelCreateSchema.parse({ name: "Shop", market, profile }) }));
async function newFeed(change: object, profile?: string) {
  const { id: channel_id } = await newChannel(profile);
  return createFeed(call({ feed: feedCreateSchema.parse({ channel_id, name: "Nightly", ...change }) }));
}
const patchFeed = (id: string, change: object) => updateFeed(call({ id, patch: feedPatchSchema.parse(change) }));

test.each(Object.keys(PROFILES) as ProfileName[])(
  "a feed of %s can be a delta feed only if the profile has a tombstone",
  async (profile) => {
    const [format] = PROFILES[profile].formats;
    const asked = newFeed({ coverage: "delta", format }, profile);
    if (PROFILES[profile].tombstone) expect(await asked).toMatchObject({ coverage: "delta" });
    else expect(await rejectionOf(asked)).toMatchObject({ code: "validation_failed", pointers: ["/coverage"] });
  },
);

test("the error for a delta feed names the profiles that support it", async () => {
  const refusal = await newFeed({ coverage: "delta" }, "openai_products").catch((error) => error.faults[0].message);
  const knowing = (Object.keys(PROFILES) as ProfileName[]).filter((name) => PROFILES[name].tombstone);
  const bare = knowing.filter((name) => !name.includes("@"));
  expect(bare.length).toBeGreaterThan(0);
  expect(refusal).toMatch(
    new RegExp(`openai_products has no way to mark removed products; ${bare.join(" and ")} have$`),
  );
});

test("no rule creates the column by which a delta feed marks removed products", async () => {
  const rules = [{ type: "constant" as const, field: "deleted", value: "no" }];
  const { id, channel_id: channelId } = await newFeed({});
  const patchRules = (given: typeof rules) => updateChannel(call({ id: channelId, patch: { rules: given } }));
  await patchRules(rules);
  expect(await rejectionOf(patchFeed(id, { coverage: "delta" }))).toMatchObject({ pointers: ["/coverage"] });
  await patchRules([]);
  await patchFeed(id, { coverage: "delta" });
  expect(await rejectionOf(patchRules(rules))).toMatchObject({ code: "validation_failed", pointers: ["/rules"] });
});

test("a feed is full by default, and can be changed to delta and back", async () => {
  const { id, coverage } = await newFeed({});
  expect(coverage).toBe("full");
  expect(await patchFeed(id, { coverage: "delta" })).toMatchObject({ coverage: "delta", version: 2 });
  expect(await patchFeed(id, { coverage: "full" })).toMatchObject({ coverage: "full", version: 3 });
});

test("a delta feed with pull deliveries is rejected, at creation and at each change", async () => {
  const deliveries = [{ type: "https_pull" }, { type: "sftp_pull" }];
  const rejected = { code: "validation_failed", pointers: ["/deliveries/0/type", "/deliveries/1/type"] };
  expect(await rejectionOf(newFeed({ coverage: "delta", deliveries }))).toMatchObject(rejected);
  expect(await rejectionOf(patchFeed((await newFeed({ deliveries })).id, { coverage: "delta" }))).toMatchObject(
    rejected,
  );
  expect(await rejectionOf(patchFeed((await newFeed({ coverage: "delta" })).id, { deliveries }))).toMatchObject(
    rejected,
  );
});

test("a channel with a delta feed cannot get a profile without tombstones until the feed is full", async () => {
  const { id, channel_id } = await newFeed({ coverage: "delta" });
  const changed = (profile: "google_merchant" | "stripe_agentic") =>
    updateChannel(call({ id: channel_id, patch: { profile } }));
  expect(await rejectionOf(changed("google_merchant"))).toMatchObject({ pointers: ["/profile"] });
  expect(await changed("stripe_agentic")).toMatchObject({ profile: "stripe_agentic" });
  await patchFeed(id, { coverage: "full" });
  expect(await changed("google_merchant")).toMatchObject({ profile: "google_merchant" });
});

test("a delta feed cannot be rolled back, and no feed can be rolled back to a delta run", async () => {
  const { id } = await newFeed({ coverage: "delta" });
  const runOf = async (coverage: string) => {
    const run = newId("run");
    await fixture.db.system.query(
      `INSERT INTO runs (workspace_id, id, feed_id, status, trigger, coverage, files, created_at, updated_at)
       VALUES ($1, $2, $3, 'succeeded', 'manual', $4, '[{"name": "f", "bytes": 1, "rows": 1, "sha256": "0"}]', now(), now())`,
      [principal.workspaceId, run, id, coverage],
    );
    return run;
  };
  const full = await runOf("full");
  const delta = await runOf("delta");
  await fixture.db.system.query("UPDATE feeds SET live_run_id = $2 WHERE id = $1", [id, newId("run")]);
  const back = (rollback: object) => rollbackFeed(call({ feedId: id, rollback }));
  expect(await rejectionOf(back({ run_id: full }))).toMatchObject({ code: "conflict" });
  await patchFeed(id, { coverage: "full" });
  expect(await rejectionOf(back({ run_id: delta }))).toMatchObject({ code: "conflict" });
  expect(await back({ run_id: full })).toMatchObject({ rollback_to: full });
});

test("a run can be requested with all rows; a run that is already queued is changed to all rows", async () => {
  const { id: feedId } = await newFeed({ coverage: "delta" });
  const started = await startRun(call({ feedId }));
  expect(started.coverage).toBeNull();
  expect(await startRun(call({ feedId, coverage: "full" as const }))).toMatchObject({
    id: started.id,
    coverage: "full",
  });
  expect(await startRun(call({ feedId }))).toMatchObject({ id: started.id, coverage: "full", version: 2 });
});
