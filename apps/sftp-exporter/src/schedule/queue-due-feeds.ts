import { newId } from "@skucast/contracts/ids";
import type { DailySchedule, Schedule } from "@skucast/contracts/schedules/schedule";
import { inSystem } from "@skucast/db/database";
import { eachInSavepoint } from "@skucast/db/each-in-savepoint";
import { appendEvent, type SqlClient } from "@skucast/events/append-event";
import { businessDate, nextRunAt } from "@skucast/profiles/next-run-at";
import { nextTimeOf } from "@skucast/profiles/next-time-of";
import type { ExporterContext } from "../context.js";

const FEEDS_MAX = 50;
const DAY_MS = 86_400_000;

/**
 * Spreads a thousand feeds that are due at midnight: each is delayed by its own share of the spread, the same every night.
 * `next_run_at` stays the scheduled time.
 */
const FEED_DELAY = `(abs(hashtextextended(f.id, 0) % 1000) / 1000.0) * $2::bigint * interval '1 millisecond'`;

const CLAIM_DUE = `
  SELECT f.workspace_id, f.id, f.schedule, f.next_run_at, c.status AS channel_status
  FROM feeds f JOIN channels c ON c.workspace_id = f.workspace_id AND c.id = f.channel_id
  JOIN workspaces w ON w.id = f.workspace_id AND w.deletes_at IS NULL
  WHERE f.next_run_at <= $1 AND f.next_run_at + ${FEED_DELAY} <= $1 AND f.status = 'active' AND f.schedule IS NOT NULL
  ORDER BY f.next_run_at LIMIT ${FEEDS_MAX}
  FOR UPDATE OF f SKIP LOCKED`;

const INSERT_RUN = `
  INSERT INTO runs (workspace_id, id, feed_id, status, trigger, business_date, created_at, updated_at)
  VALUES ($1, $2, $3, 'queued', 'schedule', $4, $5, $5)
  ON CONFLICT (workspace_id, feed_id, business_date) WHERE business_date IS NOT NULL DO NOTHING`;

/** A skipped run never starts and has no files. */
const INSERT_SKIPPED = `
  INSERT INTO runs (workspace_id, id, feed_id, status, trigger, business_date, error, finished_at, created_at, updated_at)
  VALUES ($1, $2, $3, 'skipped', 'schedule', $4, $6, $5, $5, $5)
  ON CONFLICT (workspace_id, feed_id, business_date) WHERE business_date IS NOT NULL DO NOTHING`;

/** No run is queued while one is still in progress. While the channel is not active, only the first time gets a skipped run. */
const IS_TIME_SKIPPED = `
  SELECT status IN ('queued', 'generating', 'delivering') OR (status = 'skipped' AND $3) AS is_skipped
  FROM runs WHERE workspace_id = $1 AND feed_id = $2 ORDER BY created_at DESC, id DESC LIMIT 1`;

const SET_NEXT = `UPDATE feeds SET next_run_at = $3 WHERE workspace_id = $1 AND id = $2`;

interface DueFeed {
  workspace_id: string;
  id: string;
  schedule: Schedule;
  next_run_at: Date;
  channel_status: string;
}

/**
 * Queues a run for each feed that is due and sets the feed's next time in the same transaction, so that any number of
 * exporters queue one run per time. A daily schedule has one run per local date, even when the clocks go back. Of several
 * missed times only the latest gets a run. While the feed's channel is not active, the run is stored as skipped, with the
 * reason. A feed that fails is logged and stays due. Returns how many feeds were queued or skipped.
 */
export function queueDueFeeds({ db, clock, logger, settings }: ExporterContext): Promise<number> {
  return inSystem(db, async (client) => {
    const now = clock.now();
    const { rows } = await client.query<DueFeed>(CLAIM_DUE, [now, settings.scheduleSpreadMs]);
    return eachInSavepoint(client, rows, {
      work: (feed) => queueDueFeed(client, feed, now),
      onFault: ({ workspace_id, id: feed_id }, err) =>
        logger.error({ event: "feed.not_queued", workspace_id, feed_id, err }, "a due feed could not be queued"),
    });
  });
}

async function queueDueFeed(client: SqlClient, feed: DueFeed, now: Date): Promise<void> {
  const { schedule, next_run_at: due } = feed;
  const date = "time" in schedule ? businessDate(schedule, latestDue(schedule, due, now)) : null;
  const isActive = feed.channel_status === "active";
  if (date !== null || !(await isTimeSkipped(client, feed, !isActive))) {
    await (isActive ? queueRun : skipTime)(client, feed, { date, now });
  }
  await client.query(SET_NEXT, [feed.workspace_id, feed.id, nextTimeOf(schedule, now, due)]);
}

async function isTimeSkipped(client: SqlClient, feed: DueFeed, isStopped: boolean): Promise<boolean> {
  const { rows } = (await client.query(IS_TIME_SKIPPED, [feed.workspace_id, feed.id, isStopped])) as {
    rows: { is_skipped: boolean }[];
  };
  return rows[0]?.is_skipped ?? false;
}

interface Due {
  /** The local date for a daily schedule, null for others. */
  readonly date: string | null;
  readonly now: Date;
}

async function queueRun(client: SqlClient, feed: DueFeed, { date, now }: Due): Promise<void> {
  const runId = newId("run", now.getTime());
  const inserted = await client.query(INSERT_RUN, [feed.workspace_id, runId, feed.id, date, now]);
  if (rowCountOf(inserted) === 0) return;
  await appendEvent(client, {
    workspaceId: feed.workspace_id,
    type: "feed.run.queued",
    sequence: 1,
    data: { object: { id: runId, feed_id: feed.id }, previous: {} },
    now,
  });
}

async function skipTime(client: SqlClient, feed: DueFeed, { date, now }: Due): Promise<void> {
  const runId = newId("run", now.getTime());
  const error = `The channel is ${feed.channel_status}: nothing was generated or delivered at this time.`;
  const inserted = await client.query(INSERT_SKIPPED, [feed.workspace_id, runId, feed.id, date, now, error]);
  if (rowCountOf(inserted) === 0) return;
  const counts = { selected: 0, written: 0, excluded: 0, invalid: 0 };
  await appendEvent(client, {
    workspaceId: feed.workspace_id,
    type: "feed.run.succeeded",
    sequence: 1,
    data: { object: { id: runId, feed_id: feed.id, status: "skipped", counts, files: [], error }, previous: {} },
    now,
  });
}

/** The last scheduled time between `due` and `now`. Searches the last two days only, because the latest is never older. */
function latestDue(schedule: DailySchedule, due: Date, now: Date): Date {
  let latest = due;
  const from = new Date(Math.max(due.getTime(), now.getTime() - 2 * DAY_MS));
  for (let next = nextRunAt(schedule, from); next <= now; next = nextRunAt(schedule, next)) latest = next;
  return latest;
}

const rowCountOf = (result: unknown): number =>
  typeof result === "object" && result !== null && "rowCount" in result ? Number(result.rowCount) : 0;
