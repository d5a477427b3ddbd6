import { faultsBelow } from "@skucast/contracts/faults";
import { validationFailed } from "@skucast/contracts/problem";
import { patchedSchedule, type Schedule, type SchedulePatch } from "@skucast/contracts/schedules/schedule";
import { NoNextTime, nextTimeOf } from "@skucast/profiles/next-time-of";

/** Applies a merge patch to a schedule. Throws validation_failed if the result is not valid. */
export function applySchedulePatch(before: Schedule | null, patch: SchedulePatch | null | undefined): Schedule | null {
  if (patch === undefined) return before;
  if (patch === null) return null;
  const { value, schema } = patchedSchedule(before, patch);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw validationFailed(faultsBelow("/schedule", parsed.error, schema));
}

/** Rejects a cron pattern that is not valid or never matches. */
export function assertScheduleValid(schedule: Schedule | null, now: Date): void {
  try {
    if (schedule !== null) nextTimeOf(schedule, now);
  } catch (error) {
    if (!(error instanceof NoNextTime)) throw error;
    const message = `must be a crontab(5) pattern that matches some time: ${error.message}`;
    throw validationFailed([{ pointer: "/schedule/cron", code: "not_allowed", message }]);
  }
}
