import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { channelCreateSchema } from "@skucast/contracts/channels/channel";
import { feedCreateSchema, feedPatchSchema } from "@skucast/contracts/feeds/feed";
import { GUARD_DEFAULTS } from "@skucast/contracts/feeds/guards";
import { newId } from "@skucast/contracts/ids";
import type { Principal } from "@skucast/contracts/principal";
import { createChannel } from "../channels/create-channel.js";
import { updateChannel } from "../channels/update-channel.js";
import { createFeed } from "../feeds/create-feed.js";
import { getFeed } from "../feeds/get-feed.js";
import { listFeeds } from "../feeds/list-feeds.js";
import { rollbackFeed } from "../feeds/rollback-feed.js";
import { updateFeed } from "../feeds/update-feed.js";
import { type CatalogFixture, openCatalogFixture, rejectionOf } from "../testing/open-catalog-fixture.js";
import { discardRun } from "./discard-run.js";
import { getRun } from "./get-run.js";
import { releaseRun } from "./release-run.js";
import { startRun } from "./start-run.js";

let fixture: CatalogFixture;
let principal: Principal;
let channelId: string;
let feedId: string;

beforeAll(async () => {
  fixture = await openCatalogFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  principal = await fixture.newPrincipal();
  const market = { country: "US", currency: "USD", language: "en" };
  channelId = (await createChannel(call({ channel: channelCreateSchema.parse({ name: "Shop", market }) }))).id;
  feedId = (await newFeed({})).id;
});

const call = <Input>(input: Input, who = principal) => ({ ctx: fixture.ctx, principal: who, input });
const newFeed = (fields: object) =>
  createFeed(call({ feed: feedCreateSchema.parse({ channel_id: channelId, name: "Nightly", ...fields }) }));
const FILES = [{ name: "products.csv", bytes: 9, rows: 2, sha256: "00" }];
let idCount = 0;

async function insertRun(
  status: string,
  { rollbackTo, isKept = true }: { rollbackTo?: string; isKept?: boolean } = {},
) {
  idCount += 1;
  const id = newId("run", Date.parse("2026-11-20T00:00:00Z") + idCount * 1_000);
  await fixture.db.system.query(
    `INSERT INTO runs (workspace_id, id, feed_id, status, trigger, rollback_to, files, files_deleted_at, created_at, updated_at)
     VALUES ($1, $2, $3, $4, CASE WHEN $5::text IS NULL THEN 'manual' ELSE 'rollback' END, $5, $6, $7, now(), now())`,
    [principal.workspaceId, id, feedId, status, rollbackTo ?? null, JSON.stringify(FILES), isKept ? null : new Date()],
  );
  return id;
}
const setLive = (id: string) =>
  fixture.db.system.query("UPDATE feeds SET live_run_id = $2 WHERE id = $1", [feedId, id]);
const typesOf = async (id: string) => (await fixture.eventsOf(principal, id)).map(({ type }) => type);
const actsOn = async (id: string) =>
  (await fixture.auditOf(principal))
    .filter(({ object }) => object.id === id)
    .map(({ action, details }) => ({ action, details }));

describe("guards of a feed", () => {
  test("have defaults; a patch changes only the given ones, and null turns one off", async () => {
    expect((await getFeed(call({ id: feedId }))).guards).toEqual(GUARD_DEFAULTS);
    const patch = (guards: object) => updateFeed(call({ id: feedId, patch: feedPatchSchema.parse({ guards }) }));
    expect((await patch({ min_items: null })).guards).toEqual({ ...GUARD_DEFAULTS, min_items: null });
    const { guards, version } = await patch({ max_drop_percent: 60 });
    expect(guards).toEqual({ ...GUARD_DEFAULTS, min_items: null, max_drop_percent: 60 });
    expect((await patch({ max_drop_percent: 60 })).version).toBe(version);
  });

  test("that do not exist, or have impossible limits, are rejected", () => {
    for (const guards of [{ max_rise_percent: 1 }, { min_items: -1 }, { max_drop_percent: 101 }]) {
      expect(feedPatchSchema.safeParse({ guards }).success).toBe(false);
      expect(feedCreateSchema.safeParse({ channel_id: channelId, name: "N", guards }).success).toBe(false);
    }
  });
});

describe("a held run", () => {
  test("is released with a reason, which events, the run and the audit log show; the exporter is woken", async () => {
    const id = await insertRun("held");
    const run = await releaseRun(call({ id, reason: "on purpose" }));
    expect(run).toMatchObject({ status: "delivering", version: 2, release: { reason: "on purpose" } });
    expect((await typesOf(id)).sort()).toEqual(["feed.run.queued", "feed.run.released"]);
    expect(await actsOn(id)).toEqual([{ action: "run.released", details: { reason: "on purpose", tripped: [] } }]);
    expect((await getRun(call({ id }))).release?.reason).toBe("on purpose");
  });

  test("is cancelled when discarded, and nothing is delivered", async () => {
    const id = await insertRun("held");
    expect(await discardRun(call({ id, reason: "wrong prices" }))).toMatchObject({ status: "cancelled" });
    expect(await typesOf(id)).toEqual(["feed.run.discarded"]);
    expect(await actsOn(id)).toMatchObject([{ action: "run.discarded", details: { reason: "wrong prices" } }]);
  });

  test("counts as another problem for the members' mails when runs are held again after it was discarded", async () => {
    const incident =
      "INSERT INTO incidents (workspace_id, id, kind, object_id, channel_id, subject, opened_at, is_opening_mailed) VALUES ($1, $2, 'run_held', $3, $4, 'held', now(), true)";
    await fixture.db.system.query(incident, [principal.workspaceId, newId("inc"), feedId, channelId]);
    await discardRun(call({ id: await insertRun("held") }));
    const sql = "SELECT FROM incidents WHERE object_id = $1 AND closed_at IS NULL AND acknowledged_at IS NOT NULL";
    expect((await fixture.db.system.query(sql, [feedId])).rowCount).toBe(1);
  });

  test("is released or discarded once: of two concurrent decisions, one is rejected", async () => {
    const id = await insertRun("held");
    const both = await Promise.allSettled([releaseRun(call({ id, reason: "go" })), discardRun(call({ id }))]);
    const rejected = both.flatMap((result) => (result.status === "rejected" ? [result.reason.code] : []));
    expect(rejected).toEqual(["conflict"]);
    expect(await actsOn(id)).toHaveLength(1);
  });

  test.each(["queued", "generating", "delivering", "succeeded", "skipped", "failed", "cancelled"])(
    "is required: one that is %s cannot be released or discarded",
    async (status) => {
      const id = await insertRun(status);
      expect((await rejectionOf(releaseRun(call({ id, reason: "go" })))).code).toBe("conflict");
      expect((await rejectionOf(discardRun(call({ id })))).code).toBe("conflict");
      expect(await typesOf(id)).toEqual([]);
    },
  );

  test("cannot be decided by viewers, members restricted to other channels, or other workspaces", async () => {
    const id = await insertRun("held");
    const rejected = async (who: Principal) => (await rejectionOf(releaseRun(call({ id, reason: "go" }, who)))).code;
    expect(await rejected(await fixture.newMember(principal, "viewer"))).toBe("forbidden");
    expect(await rejected(await fixture.newMember(principal, "editor", [newId("ch")]))).toBe("not_found");
    expect(await rejected(await fixture.newPrincipal())).toBe("not_found");
    const member = await fixture.newMember(principal, "editor", [channelId]);
    expect((await releaseRun(call({ id, reason: "go" }, member))).status).toBe("delivering");
  });

  test("stays held with validateOnly", async () => {
    const id = await insertRun("held");
    expect((await releaseRun(call({ id, reason: "go", validateOnly: true }))).status).toBe("delivering");
    expect((await getRun(call({ id }))).status).toBe("held");
    expect(await actsOn(id)).toEqual([]);
  });
});

describe("a rollback", () => {
  const back = (runId?: string) =>
    rollbackFeed(call({ feedId, rollback: { ...(runId !== undefined && { run_id: runId }), reason: "wrong prices" } }));

  test("queues a run for the files of the requested run, and the audit log shows it", async () => {
    const good = await insertRun("succeeded_with_errors");
    await setLive(await insertRun("succeeded"));
    const run = await back(good);
    expect(run).toMatchObject({ status: "queued", trigger: "rollback", rollback_to: good });
    expect(await typesOf(run.id)).toEqual(["feed.run.queued"]);
    const details = { run: run.id, to: good, reason: "wrong prices" };
    const reverted = (await actsOn(feedId)).filter(({ action }) => action === "feed.reverted");
    expect(reverted).toEqual([{ action: "feed.reverted", details }]);
  });

  test("by default goes to the last run before the live one; a second rollback goes further back", async () => {
    const first = await insertRun("succeeded");
    const second = await insertRun("succeeded");
    const live = await insertRun("succeeded");
    await insertRun("held");
    await setLive(live);
    expect((await back()).rollback_to).toBe(second);
    await setLive(await insertRun("succeeded", { rollbackTo: second }));
    expect((await back()).rollback_to).toBe(first);
  });

  test("is rejected if there is no run to go back to", async () => {
    expect((await rejectionOf(back())).code).toBe("conflict");
    for (const status of ["held", "failed", "cancelled", "queued"]) {
      expect((await rejectionOf(back(await insertRun(status)))).code).toBe("conflict");
    }
    expect((await rejectionOf(back(await insertRun("succeeded", { isKept: false })))).code).toBe("conflict");
    expect((await rejectionOf(back(newId("run")))).code).toBe("not_found");
    const { id: otherFeed } = await newFeed({ name: "Other" });
    const ofOther = call({ feedId: otherFeed, rollback: { run_id: await insertRun("succeeded") } });
    expect((await rejectionOf(rollbackFeed(ofOther))).code).toBe("not_found");
  });
});

describe("a feed whose channel is paused", () => {
  const setChannel = (status: "active" | "paused") => updateChannel(call({ id: channelId, patch: { status } }));

  test("shows it, has no next run, and sends nothing to partners; it continues when the channel is active again", async () => {
    const before = await getFeed(call({ id: feedId }));
    expect(before).toMatchObject({ channel_status: "active", next_run_at: expect.any(String) });
    await setChannel("paused");
    const paused = { ...before, channel_status: "paused", next_run_at: null };
    expect(await getFeed(call({ id: feedId }))).toEqual(paused);
    expect((await listFeeds(call({ after: "", limit: 10 }))).items).toEqual([paused]);
    const refusal = await rejectionOf(startRun(call({ feedId })));
    expect(refusal).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("is paused; set its status to active"),
    });

    const held = await insertRun("held");
    const earlier = await insertRun("succeeded");
    const sends = [
      releaseRun(call({ id: held, reason: "go" })),
      rollbackFeed(call({ feedId, rollback: { run_id: earlier } })),
    ];
    for (const send of sends) {
      const message = expect.stringContaining("is paused; set its status to active to");
      expect(await rejectionOf(send)).toMatchObject({ code: "conflict", message });
    }
    expect(await getRun(call({ id: held }))).toMatchObject({ status: "held" });
    expect(await discardRun(call({ id: held }))).toMatchObject({ status: "cancelled" });

    await setChannel("active");
    expect(await getFeed(call({ id: feedId }))).toEqual(before);
    expect(await releaseRun(call({ id: await insertRun("held"), reason: "go" }))).toMatchObject({
      status: "delivering",
    });
    expect(await startRun(call({ feedId }))).toMatchObject({ status: "queued" });
  });
});
