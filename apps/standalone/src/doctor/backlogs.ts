import { readOldestDue } from "@skucast/db/deliveries/oldest-due";
import { readOldestUnsent } from "@skucast/db/events/oldest-unsent";
import { oldestNotedSeconds } from "@skucast/db/listings/oldest-noted";
import { oldestToIndexSeconds } from "@skucast/db/products/index-products";
import { type Check, durationOf, type Finding, fault, ok } from "./check.js";

/** The thresholds of the alert rules (infra/prometheus/alerts.yml). */
const OUTBOX_S_MAX = 60;
const BULK_S_MAX = 1_800;
const DUE_S_MAX = 300;
const LISTINGS_S_MAX = 300;
const SEARCH_S_MAX = 120;

const RELAY_FIX = "start a catalog-api, whose relay sends events, and check the bus";

/** Age of the oldest pending work of each kind. */
export const backlogs: Check = {
  name: "pending work",
  async run({ db }) {
    const now = new Date();
    const unsent = await readOldestUnsent(db, now);
    const due = await readOldestDue(db, now);
    return [
      judged("the oldest unsent event", unsent.single, { max: OUTBOX_S_MAX, fix: RELAY_FIX }),
      judged("the oldest unsent event of a bulk change", unsent.bulk, { max: BULK_S_MAX, fix: RELAY_FIX }),
      judged("the oldest due webhook delivery", due.byService, {
        max: DUE_S_MAX,
        fix: "start a webhook-dispatcher, or more of them",
      }),
      judged("the oldest product whose channel state is outdated", await oldestNotedSeconds(db), {
        max: LISTINGS_S_MAX,
        fix: "start an sftp-exporter, or more of them",
      }),
      judged("the oldest product change that the search does not have", await oldestToIndexSeconds(db), {
        max: SEARCH_S_MAX,
        fix: "start an mcp-gateway, and end transactions that have been open for minutes (pg_stat_activity)",
      }),
    ];
  },
};

function judged(what: string, seconds: number, { max, fix }: { max: number; fix: string }): Finding {
  if (seconds > max) return fault(`${what} has waited for ${durationOf(seconds)}`, fix);
  return ok(seconds < 1 ? `${what}: none` : `${what} has waited for ${durationOf(seconds)}`);
}
