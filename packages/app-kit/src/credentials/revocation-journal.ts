import { CHANGES_KEPT_MS } from "@skucast/credentials/changed-subjects";
import { elapsedMs, type Moment } from "@skucast/credentials/moment";
import type { Database } from "@skucast/db/database";
import { type Revocation, readRevocations } from "@skucast/db/revocations/read-revocations";
import type { Logger } from "@skucast/service-kit/logger";
import { type Loop, startLoop } from "@skucast/service-kit/loop";
import { withinTime } from "@skucast/service-kit/time-limit";

export interface RevocationJournalOptions {
  readonly db: Database;
  readonly logger: Logger;
  readonly now: () => Moment;
  /** Told of each row once. */
  readonly hear: (subjects: readonly string[]) => void;
  /** Told when there are more rows than are read. */
  readonly hearAll: () => void;
}

/** The sure way by which revocations arrive: rows of the primary, written by whatever revokes. */
export interface RevocationJournal {
  start(): Loop;
  /** Whether everything is known that was committed a moment ago. */
  isRead(): boolean;
}

const INTERVAL_MS = 500;
const READ_TIMEOUT_MS = 2_000;
/** Longer than a transaction may run: a row's time is that of the statement, not of the commit. */
const WINDOW_MS = 60_000;
const ROWS_MAX = 10_000;
/** Three looks may fail before it counts. */
const READ_MS = 1_500;

export function createRevocationJournal(options: RevocationJournalOptions): RevocationJournal {
  const { db, logger, now, hear, hearAll } = options;
  /** Rows that were told, with the time: each is read many times while it is in the window. */
  const told = new Map<string, Moment>();
  let readAt: Moment | undefined;
  let isTrouble = false;

  async function read(): Promise<void> {
    const startedAt = now();
    const missedMs = readAt === undefined ? CHANGES_KEPT_MS : elapsedMs(readAt, startedAt);
    const sinceSeconds = Math.min(missedMs + WINDOW_MS, CHANGES_KEPT_MS + WINDOW_MS) / 1_000;
    const reading = readRevocations(db, { sinceSeconds, limit: ROWS_MAX });
    const rows = await withinTime(READ_TIMEOUT_MS, reading, "the journal of revocations was not read in time");
    tell(rows, startedAt);
    readAt = startedAt;
    if (isTrouble) logger.info({ event: "revocations.read_again" }, "the journal of revocations is read again");
    isTrouble = false;
  }

  function tell(rows: readonly Revocation[], at: Moment): void {
    const news = rows.filter(({ id }) => !told.has(id));
    for (const { id } of news) told.set(id, at);
    for (const [id, since] of told) {
      if (elapsedMs(since, at) < 2 * WINDOW_MS) break;
      told.delete(id);
    }
    if (news.length > 0) hear(news.map(({ subject }) => subject));
    if (rows.length >= ROWS_MAX && news.length > 0) hearAll();
  }

  return {
    isRead: () => readAt !== undefined && elapsedMs(readAt, now()) <= READ_MS,
    start: () =>
      startLoop({
        name: "revocations.journal",
        intervalMs: INTERVAL_MS,
        retryMs: () => INTERVAL_MS,
        logger,
        // The machine's clock may be set; the looks must go on.
        clock: { now: () => new Date(now().monotonicMs) },
        run: read,
        onError: (err) => {
          if (!isTrouble) logger.warn({ event: "revocations.unread", err }, "the journal of revocations is not read");
          isTrouble = true;
        },
      }),
  };
}
