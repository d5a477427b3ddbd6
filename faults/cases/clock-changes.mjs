import { newId } from "@skucast/contracts/ids";
import { queueDueFeeds } from "@skucast/sftp-exporter/schedule/queue-due-feeds";
import { inWorkspace } from "../products.mjs";

const DAY_MS = 86_400_000;
const SPREAD_MS = 60_000;
/** Between a due time and the check: longer than the spread of any feed. */
const LATE_MS = SPREAD_MS + 1_000;

/** Local times that a clock change skips or repeats, by zone; some zones change at midnight, some by half an hour. */
const NIGHTS = [
  "Europe/Berlin 02:30",
  "Europe/London 01:30",
  "Europe/Lisbon 01:15",
  "Europe/Athens 03:30",
  "Europe/Kyiv 03:15",
  "Africa/Cairo 00:30",
  "Africa/Casablanca 02:30",
  "Africa/Johannesburg 02:00",
  "Asia/Beirut 00:15",
  "Asia/Jerusalem 02:20",
  "America/New_York 02:30",
  "America/Chicago 02:00",
  "America/Los_Angeles 02:59",
  "America/St_Johns 02:45",
  "America/Halifax 01:30",
  "America/Sao_Paulo 00:00",
  "America/Santiago 00:00",
  "America/Asuncion 00:10",
  "America/Havana 00:30",
  "America/Nuuk 23:30",
  "Asia/Tehran 00:00",
  "Asia/Kolkata 02:00",
  "Asia/Kathmandu 02:15",
  "Asia/Tokyo 02:00",
  "Asia/Amman 00:30",
  "Australia/Lord_Howe 02:15",
  "Australia/Sydney 02:30",
  "Pacific/Auckland 02:30",
  "Pacific/Chatham 03:00",
  "Pacific/Apia 00:30",
];
/** Two years in which São Paulo, Teheran and Apia changed at midnight, and two recent ones. */
const SPANS = [
  ["2017-06-01", "2018-06-01"],
  ["2026-01-01", "2027-01-01"],
];

export const clockChanges = {
  title: `two simulated years of nightly runs in ${NIGHTS.length} zones, each at a time that a clock change skips or repeats, with two exporters`,
  async run(testbed, checks) {
    for (const [from, until] of SPANS) await simulate(testbed, checks, from, until);
    await simulateOutage(testbed, checks);
  },
};

async function simulate(testbed, checks, from, until) {
  const start = new Date(`${from}T12:00:00Z`);
  const end = new Date(`${until}T12:00:00Z`);
  const feeds = await addFeeds(testbed, start);
  let checkCount = 0;
  for (let now = await nextCheck(testbed, feeds); now < end; now = await nextCheck(testbed, feeds)) {
    await check(testbed, now);
    checkCount += 1;
  }
  const wrong = [];
  let count = 0;
  for (const [zone, feedId] of feeds) {
    const dates = await datesOf(testbed, feedId);
    count += dates.length;
    const expected = localDates(zone, start, new Date(end.getTime() - LATE_MS));
    if (!isWithinOne(dates, expected)) wrong.push(zone);
  }
  checks.check(
    `${from} to ${until}: ${count} runs in ${feeds.size} zones after ${checkCount} checks by two exporters; zones with a missing or repeated date: ${wrong.join(", ") || "none"}`,
    wrong.length === 0 && count > feeds.size * 360,
  );
  await endFeeds(testbed, feeds);
}

/** After three days without an exporter, only the latest date is made up for. */
async function simulateOutage(testbed, checks) {
  const start = new Date("2026-03-27T12:00:00Z"); // across the clock change in Europe
  const feeds = await addFeeds(testbed, start);
  await check(testbed, new Date(start.getTime() + 3 * DAY_MS));
  await check(testbed, new Date(start.getTime() + 3 * DAY_MS + LATE_MS));
  const counts = [];
  for (const feedId of feeds.values()) counts.push((await datesOf(testbed, feedId)).length);
  checks.check(
    `after three days without an exporter ${counts.filter((count) => count === 1).length} of ${feeds.size} feeds have one run`,
    counts.every((count) => count === 1),
  );
  await endFeeds(testbed, feeds);
}

async function addFeeds(testbed, start) {
  const workspace = await testbed.createWorkspace();
  const channelId = newId("ch");
  const feeds = new Map();
  await inWorkspace(testbed, workspace, async (client) => {
    await client.query(
      `INSERT INTO channels (workspace_id, id, name, profile, status, market, created_at, updated_at)
       VALUES ($1, $2, 'C', 'generic', 'active', '{}', now(), now())`,
      [workspace.id, channelId],
    );
    for (const night of NIGHTS) {
      const [zone, time] = night.split(" ");
      const id = newId("feed");
      await client.query(
        `INSERT INTO feeds (workspace_id, id, channel_id, name, status, format, compression, file_name, shards, schedule,
           next_run_at, created_at, updated_at)
         VALUES ($1, $2, $3, 'F', 'active', 'csv', 'none', 'f.csv', 1, $4, $5, now(), now())`,
        [workspace.id, id, channelId, JSON.stringify({ time, time_zone: zone }), firstTime(zone, time, start)],
      );
      feeds.set(zone, id);
    }
  });
  return feeds;
}

/** The minute, found by reading the clock of the zone each minute, without the library under test. */
function firstTime(zone, time, start) {
  const clock = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  for (let ms = start.getTime(); ms < start.getTime() + 2 * DAY_MS; ms += 60_000) {
    if (clock.format(ms) === time) return new Date(ms);
  }
  throw new Error(`the clock of ${zone} does not show ${time}`);
}

async function nextCheck({ db }, feeds) {
  const { rows } = await db.system.query("SELECT min(next_run_at) AS at FROM feeds WHERE id = ANY ($1)", [
    [...feeds.values()],
  ]);
  return new Date(rows[0].at.getTime() + LATE_MS);
}

/** Two exporters check at the same time. */
async function check({ db }, now) {
  // Queuing needs nothing else of the exporter's context.
  const ctx = /** @type {any} */ ({ db, clock: { now: () => now }, settings: { scheduleSpreadMs: SPREAD_MS } });
  await Promise.all([queueDueFeeds(ctx), queueDueFeeds(ctx)]);
}

async function datesOf({ db }, feedId) {
  const { rows } = await db.system.query(
    "SELECT business_date::text AS date FROM runs WHERE feed_id = $1 ORDER BY business_date",
    [feedId],
  );
  return rows.map(({ date }) => date);
}

/** The dates of the zone in the span, hour by hour. */
function localDates(zone, start, end) {
  const calendar = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  const dates = new Set();
  for (let ms = start.getTime(); ms <= end.getTime(); ms += 3_600_000) dates.add(calendar.format(ms));
  return [...dates].sort();
}

/** Whether each date occurs once, without a gap; the first and the last date may be outside the span. */
function isWithinOne(dates, expected) {
  const inner = expected.slice(1, -1);
  const isOrdered = dates.every((date, i) => i === 0 || date > dates[i - 1]);
  const kept = new Set(dates);
  return isOrdered && inner.every((date) => kept.has(date)) && dates.every((date) => expected.includes(date));
}

const endFeeds = ({ db }, feeds) =>
  db.system.query("UPDATE feeds SET next_run_at = NULL WHERE id = ANY ($1)", [[...feeds.values()]]);
