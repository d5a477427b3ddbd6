import { expect, test } from "@jest/globals";
import { describeFailedDelivery } from "./describe-delivery.js";
import { describeFailedRun, describeHeldRun, describeRecoveredRun } from "./describe-run.js";

const NAME = "Win https://evil.example/x or shop.evil.example";
const run = { feed: NAME, feedId: "feed_1", runId: "run_1", isScheduled: true };
const delivery = {
  destination_id: "dst_1",
  status: "failed",
  attempts: 1,
  error: "refused",
  server_message: null,
} as unknown as Parameters<typeof describeFailedDelivery>[0]["delivery"];

test("no name of a feed or destination becomes a link in a mail, in any language", () => {
  const mails = [
    describeHeldRun(run, []),
    describeFailedRun(run, "broken"),
    describeRecoveredRun(run),
    describeFailedDelivery({ ...run, destination: NAME, delivery }),
  ];
  for (const each of mails) expect(JSON.stringify(each)).not.toContain("evil.example");
  expect(describeRecoveredRun(run).en.subject).toContain("shop·evil·example");
});
