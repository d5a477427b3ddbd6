import type { NoticeTexts } from "@skucast/db/notices/insert-notices";
import { describeFailedDelivery, describeRecoveredDelivery } from "./describe-delivery.js";
import { describeFailedRun, describeHeldRun, describeRecoveredRun } from "./describe-run.js";

const run = { feed: "Google Shopping", feedId: "feed_01", runId: "run_01", isScheduled: true };
const failed = {
  destination_id: "dst_01",
  status: "failed",
  attempts: 3,
  error: "The host rejected the login.",
  server_message: "Account expired",
} as const;
const delivery = (status: typeof failed | { readonly status: "succeeded" }) =>
  // The texts read these members only.
  ({ ...run, destination: "Partner", delivery: { ...failed, ...status } }) as unknown as Parameters<
    typeof describeFailedDelivery
  >[0];

/** The mails about runs and deliveries, for previews. */
export const SAMPLE_RUN_NOTICES: Readonly<Record<string, NoticeTexts>> = {
  run_held: describeHeldRun(run, [
    {
      guard: "max_drop_percent",
      verdict: "tripped",
      limit: 30,
      actual: 60.2,
      message: "the file has lost 60.2 % of the live file's rows; the maximum is 30 %",
    },
  ]),
  run_failed: describeFailedRun(run, "The disk is full."),
  run_recovered: describeRecoveredRun(run),
  delivery_failed: describeFailedDelivery(delivery(failed)),
  delivery_recovered: describeRecoveredDelivery(delivery({ status: "succeeded" })),
};
