import { readOldestDue } from "@skucast/db/deliveries/oldest-due";
import { oldestUnsentSeconds } from "@skucast/db/events/oldest-unsent";
import { oldestNotedSeconds } from "@skucast/db/listings/oldest-noted";
import { type Examination, type Finding, fault, lengthOf, ok } from "./examination.js";

/** As the alert rules have it (infra/prometheus/alerts.yml). */
const OUTBOX_S_MAX = 60;
const DUE_S_MAX = 300;
const LISTINGS_S_MAX = 600;

/** How long the oldest work of each kind has waited. */
export const backlogs: Examination = {
  name: "work that waits",
  async examine({ db }) {
    const now = new Date();
    const due = await readOldestDue(db, now);
    return [
      judged("the oldest event that was not sent", await oldestUnsentSeconds(db, now), {
        max: OUTBOX_S_MAX,
        fix: "start a catalog-api, whose relay sends them, and look at the bus",
      }),
      judged("the oldest webhook delivery that is due", due.byService, {
        max: DUE_S_MAX,
        fix: "start a webhook-dispatcher, or more of them",
      }),
      judged("the oldest product whose state in channels is to be found", await oldestNotedSeconds(db), {
        max: LISTINGS_S_MAX,
        fix: "start an sftp-exporter, or more of them",
      }),
    ];
  },
};

function judged(what: string, seconds: number, { max, fix }: { max: number; fix: string }): Finding {
  if (seconds > max) return fault(`${what} has waited for ${lengthOf(seconds)}`, fix);
  return ok(seconds < 1 ? `${what}: none waits` : `${what} has waited for ${lengthOf(seconds)}`);
}
