import { validationFailed } from "@skucast/contracts/problem";
import type { Schedule } from "@skucast/contracts/schedules/schedule";
import { NoNextTime, nextTimeOf } from "@skucast/profiles/next-time-of";
import type { CatalogContext } from "../context.js";
import { checkTarget } from "../targets.js";

/** Where a source's file may be. */
export interface Address {
  readonly url?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
}

export const SFTP_PORT = 22;

/** Refuses an address that the target guard does not let pass. DNS may be slow: no transaction waits for it. */
export async function checkAddress({ guard }: CatalogContext, { url, host, port = SFTP_PORT }: Address): Promise<void> {
  if (url !== undefined) await checkTarget("/url", () => guard.checkUrl(url));
  if (host !== undefined) await checkTarget("/host", () => guard.checkHost(host, port));
}

/** Refuses a pattern that is none, or that names no time. */
export function checkSchedule(schedule: Schedule | null, now: Date): void {
  try {
    if (schedule !== null) nextTimeOf(schedule, now);
  } catch (error) {
    if (!(error instanceof NoNextTime)) throw error;
    const message = `must be a pattern as in crontab(5) that names a time: ${error.message}`;
    throw validationFailed([{ pointer: "/schedule/cron", code: "not_allowed", message }]);
  }
}
