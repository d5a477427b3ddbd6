import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { channelCreateSchema } from "@skucast/contracts/channels/channel";
import { feedCreateSchema, feedPatchSchema } from "@skucast/contracts/feeds/feed";
import type { Principal } from "@skucast/contracts/principal";
import { createChannel } from "../channels/create-channel.js";
import { type CatalogFixture, openCatalogFixture, rejectionOf } from "../testing/open-catalog-fixture.js";
import { createFeed } from "./create-feed.js";
import { updateFeed } from "./update-feed.js";

let fixture: CatalogFixture;
let principal: Principal;
let channelId: string;
beforeAll(async () => {
  fixture = await openCatalogFixture();
  principal = await fixture.newPrincipal();
  const market = { country: "US", currency: "USD", language: "en" };
  channelId = (await createChannel(call({ channel: channelCreateSchema.parse({ name: "Shop", market }) }))).id;
});
afterAll(() => fixture.close());

const call = <Input>(input: Input) => ({ ctx: fixture.ctx, principal, input });
let names = 0;
const newFeed = (schedule: unknown) =>
  createFeed(
    call({
      feed: feedCreateSchema.parse({ channel_id: channelId, name: "Feed", file_name: `f${names++}.csv`, schedule }),
    }),
  );
const patchFeed = (id: string, patch: object) => updateFeed(call({ id, patch: feedPatchSchema.parse(patch) }));

test.each([
  [{ time: "02:00", time_zone: "Europe/Berlin" }],
  [{ every_minutes: 15 }],
  [{ cron: "0 6,18 * * 1-5", time_zone: "Asia/Tokyo" }],
])("a feed stores the schedule %j unchanged and shows its next run", async (schedule) => {
  const feed = await newFeed(schedule);
  expect(feed.schedule).toEqual(schedule);
  expect(Date.parse(feed.next_run_at ?? "")).toBeGreaterThan(Date.parse(feed.created_at));
  expect(await patchFeed(feed.id, { name: "Renamed" })).toMatchObject({ schedule, next_run_at: feed.next_run_at });
});

test("a patch merges members of the same form, another form replaces the schedule, and null removes it", async () => {
  const { id } = await newFeed({ time: "02:00", time_zone: "Europe/Berlin" });
  const after = async (schedule: object | null) => (await patchFeed(id, { schedule })).schedule;
  expect(await after({ time: "03:30" })).toEqual({ time: "03:30", time_zone: "Europe/Berlin" });
  expect(await after({ cron: "0 * * * *" })).toEqual({ cron: "0 * * * *", time_zone: "Europe/Berlin" });
  expect(await after({ every_minutes: 30 })).toEqual({ every_minutes: 30 });
  expect(await patchFeed(id, { schedule: null })).toMatchObject({ schedule: null, next_run_at: null });
});

test("a pattern that never matches is rejected with its pointer", async () => {
  for (const cron of ["0 0 30 2 *", "99 * * * *"]) {
    expect(await rejectionOf(newFeed({ cron, time_zone: "UTC" }))).toMatchObject({
      code: "validation_failed",
      pointers: ["/schedule/cron"],
    });
  }
  const { id } = await newFeed({ every_minutes: 15 });
  expect(await rejectionOf(patchFeed(id, { schedule: { time: "02:00" } }))).toMatchObject({
    pointers: ["/schedule/time_zone"],
  });
});
