import { elapsedMs, type Moment } from "./moment.js";

/**
 * Which subjects (keys, grants, sessions, memberships) lost or changed something lately. Each change gets a number, so
 * that whoever looked something up can tell whether the answer was overtaken.
 */
export interface ChangedSubjects {
  /** The number of the last change. Take it before a look-up begins. */
  mark(): number;
  note(subjects: readonly string[]): void;
  /** Everything may have changed: more happened than could be told. */
  noteAll(): void;
  /** Whether one of them changed after the mark, or may have. */
  haveChangedSince(mark: number, subjects: readonly string[]): boolean;
  /** Whether one of them changed within the last ten minutes, or may have: a replica may not know it yet. */
  haveChangedLately(subjects: readonly string[]): boolean;
}

/** How long a change is remembered. A replica that lags longer than half of this must not be asked at all. */
export const CHANGES_KEPT_MS = 600_000;
const SUBJECTS_MAX = 100_000;

export function createChangedSubjects({
  now,
  subjectsMax = SUBJECTS_MAX,
}: {
  now: () => Moment;
  subjectsMax?: number;
}): ChangedSubjects {
  /** In the order of their changes. */
  const changes = new Map<string, { readonly mark: number; readonly at: Moment }>();
  let lastMark = 0;
  /** The last change that is no longer known by its subject, and when it was forgotten. */
  let forgotten: { readonly mark: number; readonly at: Moment } | undefined;

  function forgetOld(at: Moment): void {
    for (const [subject, change] of changes) {
      const isOld = elapsedMs(change.at, at) >= CHANGES_KEPT_MS;
      if (!isOld && changes.size <= subjectsMax) return;
      changes.delete(subject);
      if (!isOld) forgotten = { mark: change.mark, at };
    }
  }

  const isLate = (change: { readonly at: Moment } | undefined, at: Moment): boolean =>
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
