import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type ExporterFixture, openExporterFixture } from "../testing/open-exporter-fixture.js";
import { queueDueFeeds } from "./queue-due-feeds.js";

let fixture: ExporterFixture;
beforeAll(async () => {
  fixture = await openExporterFixture();
});
afterAll(() => fixture.close());

const schedule = { time: "02:30", time_zone: "Europe/Berlin" };
const at = (time: string) => new Date(time);
const runsOf = (feedId: string) =>
  fixture.query<{ id: string; business_date: string }>(
    "SELECT id, business_date::text AS business_date FROM runs WHERE feed_id = $1 ORDER BY business_date",
    [feedId],
  );
const nextOf = async (feedId: string) =>
  (await fixture.query<{ next_run_at: Date }>("SELECT next_run_at FROM feeds WHERE id = $1", [feedId]))[0]?.next_run_at;

test("a due feed gets one run for its local date, the message for it, and its next time", async () => {
  fixture.setClock("2026-11-21T01:30:05Z");
  const feedId = await fixture.addFeed({ schedule, nextRunAt: at("2026-11-21T01:30:00Z") });
  expect(await queueDueFeeds(fixture.ctx)).toBe(1);
  expect(await queueDueFeeds(fixture.ctx)).toBe(0);
  const [run, ...others] = await runsOf(feedId);
  expect(others).toEqual([]);
  expect(run?.business_date).toBe("2026-11-21");
  expect((await fixture.events(run?.id ?? "")).map(({ type, sequence }) => [type, sequence])).toEqual([
    ["feed.run.queued", "1"],
  ]);
  expect(await nextOf(feedId)).toEqual(at("2026-11-22T01:30:00Z"));
});

test("a feed is not queued before its time", async () => {
  fixture.setClock("2026-11-21T01:29:59Z");
  const feedId = await fixture.addFeed({ schedule, nextRunAt: at("2026-11-21T01:30:00Z") });
  await queueDueFeeds(fixture.ctx);
  expect(await runsOf(feedId)).toEqual([]);
  await fixture.query("UPDATE feeds SET next_run_at = NULL WHERE id = $1", [feedId]);
});

test("after days without an exporter, only the latest date gets a run", async () => {
  fixture.setClock("2026-11-21T12:00:00Z");
  const feedId = await fixture.addFeed({ schedule, nextRunAt: at("2026-11-10T01:30:00Z") });
  await queueDueFeeds(fixture.ctx);
  expect((await runsOf(feedId)).map(({ business_date }) => business_date)).toEqual(["2026-11-21"]);
  expect(await nextOf(feedId)).toEqual(at("2026-11-22T01:30:00Z"));
});

test("a night in which the channel is paused has a skipped run with the reason, and later nights have theirs", async () => {
  fixture.setClock("2026-11-21T01:30:05Z");
  const feedId = await fixture.addFeed({ schedule, nextRunAt: at("2026-11-21T01:30:00Z") });
  const setChannel = (status: string) =>
    fixture.changeProducts(
      "UPDATE channels SET status = $2 FROM feeds f WHERE f.id = $1 AND channels.id = f.channel_id",
      [feedId, status],
    );
  await setChannel("paused");
  expect(await queueDueFeeds(fixture.ctx)).toBe(1);
  expect(await queueDueFeeds(fixture.ctx)).toBe(0);
  const [skipped, ...others] = await runsOf(feedId);
  expect(others).toEqual([]);
  const run = await fixture.run(skipped?.id ?? "");
  expect(run).toMatchObject({
    status: "skipped",
    files: [],
    started_at: null,
    finished_at: at("2026-11-21T01:30:05Z"),
  });
  expect(run.error).toContain("The channel is paused");
  const [event] = await fixture.events(run.id);
  expect([event?.type, JSON.parse(event?.data ?? "").object.status]).toEqual(["feed.run.succeeded", "skipped"]);

  await setChannel("active");
  fixture.setClock("2026-11-22T01:30:05Z");
  await queueDueFeeds(fixture.ctx);
  const [, next] = await runsOf(feedId);
  expect(await fixture.run(next?.id ?? "")).toMatchObject({ status: "queued", business_date: "2026-11-22" });
});

test("a date with a run gets no second one, even when the feed's time is set back", async () => {
  fixture.setClock("2026-11-21T12:00:00Z");
  const feedId = await fixture.addFeed({ schedule, nextRunAt: at("2026-11-21T01:30:00Z") });
  await queueDueFeeds(fixture.ctx);
  await fixture.query("UPDATE feeds SET next_run_at = $2 WHERE id = $1", [feedId, at("2026-11-21T01:30:00Z")]);
  await queueDueFeeds(fixture.ctx);
  expect(await runsOf(feedId)).toHaveLength(1);
});

test("exporters that poll at the same time queue each feed once", async () => {
  fixture.setClock("2026-11-21T12:00:00Z");
  const feedIds = await Promise.all(
    Array.from({ length: 30 }, () => fixture.addFeed({ schedule, nextRunAt: at("2026-11-21T01:30:00Z") })),
  );
  await Promise.all([1, 2, 3, 4].map(() => queueDueFeeds(fixture.ctx)));
  while ((await queueDueFeeds(fixture.ctx)) > 0);
  const counts = await fixture.query<{ count: string }>(
    "SELECT count(*) FROM runs WHERE feed_id = ANY($1) GROUP BY feed_id",
    [feedIds],
  );
  expect(counts.map(({ count }) => count)).toEqual(feedIds.map(() => "1"));
});

test("feeds with the same time start spread over a minute, each at the same second every night", async () => {
  const spread = { ...fixture.ctx, settings: { ...fixture.ctx.settings, scheduleSpreadMs: 60_000 } };
  const feedIds = new Set<string>();
  for (let i = 0; i < 40; i += 1)
    feedIds.add(await fixture.addFeed({ schedule, nextRunAt: at("2026-11-21T01:30:00Z") }));
  const startsOf = async (date: string) => {
    const starts = new Map<string, number>();
    for (let second = 0; second <= 60; second += 5) {
      fixture.setClock(new Date(at(`${date}T01:30:00Z`).getTime() + second * 1_000).toISOString());
      await queueDueFeeds(spread);
      const rows = await fixture.query<{ feed_id: string }>("SELECT feed_id FROM runs WHERE business_date = $1", [
        date,
      ]);
      for (const { feed_id } of rows) {
        if (feedIds.has(feed_id) && !starts.has(feed_id)) starts.set(feed_id, second);
      }
    }
    return starts;
  };
  const first = await startsOf("2026-11-21");
  expect(first.size).toBe(40);
  expect(new Set(first.values()).size).toBeGreaterThan(5);
  expect(await nextOf([...feedIds][0] ?? "")).toEqual(at("2026-11-22T01:30:00Z"));
  expect(await startsOf("2026-11-22")).toEqual(first);
});

test("a night in which an hour is repeated has one run", async () => {
  const feedId = await fixture.addFeed({ schedule, nextRunAt: at("2026-10-24T00:30:00Z") });
  for (let time = at("2026-10-24T00:00:00Z").getTime(); time < at("2026-10-27T00:00:00Z").getTime(); time += 900_000) {
    fixture.setClock(new Date(time).toISOString());
    await queueDueFeeds(fixture.ctx);
  }
  expect((await runsOf(feedId)).map(({ business_date }) => business_date)).toEqual([
    "2026-10-24",
    "2026-10-25",
    "2026-10-26",
  ]);
});

describe("a feed that runs several times a day", () => {
  const everyHour = { every_minutes: 60 };
  const end = (runId: string) =>
    fixture.query("UPDATE runs SET status = 'succeeded', finished_at = now() WHERE id = $1", [runId]);

  test("has a run for each time, without a date, and its next time follows from the previous one", async () => {
    const feedId = await fixture.addFeed({ schedule: everyHour, nextRunAt: at("2026-11-21T01:07:00Z") });
    for (const time of ["01:07:30", "02:07:10", "03:09:00"]) {
      fixture.setClock(`2026-11-21T${time}Z`);
      await queueDueFeeds(fixture.ctx);
      for (const { id } of await runsOf(feedId)) await end(id);
    }
    expect((await runsOf(feedId)).map(({ business_date }) => business_date)).toEqual([null, null, null]);
    expect(await nextOf(feedId)).toEqual(at("2026-11-21T04:07:00Z"));
  });

  test("skips a time while a run is in progress, and gets one run for missed times after a pause", async () => {
    const feedId = await fixture.addFeed({ schedule: everyHour, nextRunAt: at("2026-11-21T01:07:00Z") });
    for (const time of ["01:08:00", "02:08:00", "09:08:00"]) {
      fixture.setClock(`2026-11-21T${time}Z`);
      await queueDueFeeds(fixture.ctx);
    }
    const [run, ...others] = await runsOf(feedId);
    expect(others).toEqual([]);
    await end(run?.id ?? "");
    fixture.setClock("2026-11-22T12:00:00Z");
    await queueDueFeeds(fixture.ctx);
    expect(await queueDueFeeds(fixture.ctx)).toBe(0);
    expect(await runsOf(feedId)).toHaveLength(2);
    expect(await nextOf(feedId)).toEqual(at("2026-11-22T12:07:00Z"));
  });

  test("with a cron pattern has its times in its time zone, each queued once by several exporters", async () => {
    const weekdays = { cron: "30 6,18 * * 1-5", time_zone: "Europe/Berlin" };
    const feedId = await fixture.addFeed({ schedule: weekdays, nextRunAt: at("2026-11-20T17:30:00Z") });
    fixture.setClock("2026-11-20T17:30:30Z");
    await Promise.all([1, 2, 3].map(() => queueDueFeeds(fixture.ctx)));
    expect(await runsOf(feedId)).toHaveLength(1);
    // It is Friday evening: the next time is on Monday.
    expect(await nextOf(feedId)).toEqual(at("2026-11-23T05:30:00Z"));
  });

  test("has one skipped run, and not one for each time, while its channel is paused", async () => {
    const feedId = await fixture.addFeed({ schedule: everyHour, nextRunAt: at("2026-11-21T01:07:00Z") });
    await fixture.changeProducts(
      "UPDATE channels SET status = 'paused' FROM feeds f WHERE f.id = $1 AND channels.id = f.channel_id",
      [feedId],
    );
    for (const time of ["01:08:00", "02:08:00", "03:08:00"]) {
      fixture.setClock(`2026-11-21T${time}Z`);
      await queueDueFeeds(fixture.ctx);
    }
    const [skipped, ...others] = await runsOf(feedId);
    expect(others).toEqual([]);
    expect(await fixture.run(skipped?.id ?? "")).toMatchObject({
      status: "skipped",
      error: expect.stringContaining("paused"),
    });
  });
});

test("a feed whose schedule can no longer be read does not stop those of others", async () => {
  fixture.setClock("2026-11-21T01:30:05Z");
  const broken = await fixture.addFeed({ schedule, nextRunAt: at("2026-11-21T01:29:00Z") });
  const healthy = await fixture.addFeed({ schedule, nextRunAt: at("2026-11-21T01:30:00Z") });
  await fixture.query(`UPDATE feeds SET schedule = schedule || '{"time_zone":"Europe/Nowhere"}' WHERE id = $1`, [
    broken,
  ]);
  expect(await queueDueFeeds(fixture.ctx)).toBe(1);
  expect(await queueDueFeeds(fixture.ctx)).toBe(0);
  expect([(await runsOf(broken)).length, (await runsOf(healthy)).length]).toEqual([0, 1]);
  expect(await nextOf(broken)).toEqual(at("2026-11-21T01:29:00Z"));
  await fixture.query("UPDATE feeds SET next_run_at = NULL WHERE id = $1", [broken]);
});
