import { type ClockReadings, elapsedMs } from "./clock-readings.js";

/**
 * The subjects (keys, grants, sessions, memberships) that were revoked or changed lately. Changes are numbered, so that
 * a look-up can detect a change that happened in the meantime.
 */
export interface ChangedSubjects {
  /** The number of the last change. Read it before a look-up starts. */
  mark(): number;
  note(subjects: readonly string[]): void;
  /** Marks everything as possibly changed, because more changed than could be listed. */
  noteAll(): void;
  /** Whether one of the subjects changed, or may have changed, after the mark. */
  haveChangedSince(mark: number, subjects: readonly string[]): boolean;
  /**
   * Whether one of the subjects changed, or may have changed, within the last ten minutes. A replica may not have it
   * yet.
   */
  haveChangedLately(subjects: readonly string[]): boolean;
}

/** How long changes are remembered. A replica that lags longer than half of this must not be used. */
export const CHANGES_KEPT_MS = 600_000;
const SUBJECTS_MAX = 100_000;

export function createChangedSubjects({
  now,
  subjectsMax = SUBJECTS_MAX,
}: {
  now: () => ClockReadings;
  subjectsMax?: number;
}): ChangedSubjects {
  /** In order of their changes. */
  const changes = new Map<string, { readonly mark: number; readonly at: ClockReadings }>();
  let lastMark = 0;
  /** The last change whose subject is no longer known, and when it was dropped. */
  let forgotten: { readonly mark: number; readonly at: ClockReadings } | undefined;

  function forgetOld(at: ClockReadings): void {
    for (const [subject, change] of changes) {
      const isOld = elapsedMs(change.at, at) >= CHANGES_KEPT_MS;
      if (!isOld && changes.size <= subjectsMax) return;
      changes.delete(subject);
      if (!isOld) forgotten = { mark: change.mark, at };
    }
  }

  const isLate = (change: { readonly at: ClockReadings } | undefined, at: ClockReadings): boolean =>
    change !== undefined && elapsedMs(change.at, at) < CHANGES_KEPT_MS;

  return {
    mark: () => lastMark,
    note: (subjects) => {
      const at = now();
      for (const subject of subjects) {
        lastMark += 1;
        changes.delete(subject);
        changes.set(subject, { mark: lastMark, at });
      }
      forgetOld(at);
    },
    noteAll: () => {
      lastMark += 1;
      forgotten = { mark: lastMark, at: now() };
    },
    haveChangedSince: (mark, subjects) =>
      (forgotten?.mark ?? 0) > mark || subjects.some((subject) => (changes.get(subject)?.mark ?? 0) > mark),
    haveChangedLately: (subjects) => {
      const at = now();
      return isLate(forgotten, at) || subjects.some((subject) => isLate(changes.get(subject), at));
    },
  };
}
