import type { GuardVerdict } from "@skucast/contracts/feeds/guards";
import type { TransactionClient } from "@skucast/db/database";
import { closeIncidents, openIncident } from "@skucast/db/notices/incidents";
import type { ClaimedRun } from "../runs/claimed-run.js";
import { describeFailedRun, describeHeldRun, describeRecoveredRun } from "./describe-run.js";

/** How a run ended or was held. */
export type RunResult =
  | { readonly type: "held"; readonly guards: readonly GuardVerdict[] }
  /** Nothing was delivered. Deliveries that fail have mails of their own. */
  | { readonly type: "failed"; readonly error: string }
  | { readonly type: "made" };

const FEED = `
  SELECT name AS feed, channel_id AS "channelId", schedule IS NOT NULL AND status = 'active' AS "isScheduled"
  FROM feeds WHERE workspace_id = $1 AND id = $2`;

interface FeedRow {
  readonly feed: string;
  readonly channelId: string;
  readonly isScheduled: boolean;
}

interface ReportedRun {
  readonly result: RunResult;
  /** The event that reports it. */
  readonly eventId: string;
  readonly now: Date;
  readonly isMailing: boolean;
}

/**
 * Records, and queues a mail, when a feed's runs begin to be held, when they begin to fail, and when one succeeds again: two mails per
 * incident, no matter how many runs it lasts.
 */
export async function insertRunNotice(
  client: TransactionClient,
  { workspaceId, feedId, id: runId }: ClaimedRun,
  { result, eventId, now, isMailing }: ReportedRun,
): Promise<void> {
  const { rows } = await client.query<FeedRow>(FEED, [workspaceId, feedId]);
  const [feed] = rows;
  if (!feed) return;
  const object = { workspaceId, objectId: feedId, channelId: feed.channelId };
  const run = { ...feed, feedId, runId };
  const reported = { eventId, now, isMailing };
  switch (result.type) {
    case "held": {
      const tripped = result.guards.filter(({ verdict }) => verdict === "tripped");
      const describe = () => describeHeldRun(run, tripped);
      await openIncident(client, { ...object, kind: "run_held" }, { ...reported, describe });
      return;
    }
    case "failed": {
      const describe = () => describeFailedRun(run, result.error);
      await openIncident(client, { ...object, kind: "run_failed" }, { ...reported, describe });
      return;
    }
    case "made": {
      const describe = () => describeRecoveredRun(run);
      await closeIncidents(client, { ...object, kinds: ["run_held", "run_failed"] }, { ...reported, describe });
    }
  }
}
