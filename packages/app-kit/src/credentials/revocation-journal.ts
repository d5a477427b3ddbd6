import { CHANGES_KEPT_MS } from "@skucast/credentials/changed-subjects";
import { type ClockReadings, elapsedMs } from "@skucast/credentials/clock-readings";
import type { Database } from "@skucast/db/database";
import { type Revocation, readRevocations } from "@skucast/db/revocations/read-revocations";
import type { Logger } from "@skucast/service-kit/logger";
import { type Loop, startLoop } from "@skucast/service-kit/loop";
import { withTimeLimit } from "@skucast/service-kit/time-limit";

export interface RevocationJournalOptions {
  readonly db: Database;
  readonly logger: Logger;
  readonly now: () => ClockReadings;
  /** Called once for each row. */
  readonly applyRevocations: (subjects: readonly string[]) => void;
  /** Called if there are more rows than can be read. */
  readonly applyUnknownRevocations: () => void;
}

/** The reliable source of revocations: rows in the primary database, written by each revocation. */
export interface RevocationJournal {
  start(): Loop;
  /** Whether all revocations up to about 1.5 s ago are known. */
  isRead(): boolean;
}

const INTERVAL_MS = 500;
const READ_TIMEOUT_MS = 2_000;
/** Longer than the longest transaction, because a row has the time of its statement, not of the commit. */
const WINDOW_MS = 60_000;
const ROWS_MAX = 10_000;
/** Allows three failed reads. */
const READ_MS = 1_500;

export function createRevocationJournal(options: RevocationJournalOptions): RevocationJournal {
  const { db, logger, now, applyRevocations, applyUnknownRevocations } = options;
  /** Rows that were already processed, with the time: each row is read many times while it is in the window. */
  const seenRows = new Map<string, ClockReadings>();
  let readAt: ClockReadings | undefined;
  let isFailing = false;

  async function read(): Promise<void> {
    const startedAt = now();
    const missedMs = readAt === undefined ? CHANGES_KEPT_MS : elapsedMs(readAt, startedAt);
    const sinceSeconds = Math.min(missedMs + WINDOW_MS, CHANGES_KEPT_MS + WINDOW_MS) / 1_000;
    const reading = readRevocations(db, { sinceSeconds, limit: ROWS_MAX });
    const rows = await withTimeLimit(READ_TIMEOUT_MS, reading, "reading the revocation journal timed out");
    processRows(rows, startedAt);
    readAt = startedAt;
    if (isFailing) logger.info({ event: "revocations.read_again" }, "the revocation journal can be read again");
    isFailing = false;
  }

  function processRows(rows: readonly Revocation[], at: ClockReadings): void {
    const newRows = rows.filter(({ id }) => !seenRows.has(id));
    for (const { id } of newRows) seenRows.set(id, at);
    for (const [id, since] of seenRows) {
      if (elapsedMs(since, at) < 2 * WINDOW_MS) break;
      seenRows.delete(id);
    }
    if (newRows.length > 0) applyRevocations(newRows.map(({ subject }) => subject));
    if (rows.length >= ROWS_MAX && newRows.length > 0) applyUnknownRevocations();
  }

  return {
    isRead: () => readAt !== undefined && elapsedMs(readAt, now()) <= READ_MS,
    start: () =>
      startLoop({
        name: "revocations.journal",
        intervalMs: INTERVAL_MS,
        retryMs: () => INTERVAL_MS,
        logger,
        // Uses the monotonic clock, because the machine's clock may be set.
        clock: { now: () => new Date(now().monotonicMs) },
        run: read,
        onError: (err) => {
          if (!isFailing) logger.warn({ event: "revocations.unread", err }, "the revocation journal cannot be read");
          isFailing = true;
        },
      }),
  };
}
