import type { RunPush } from "@skucast/contracts/runs/run";

export interface DescribedDelivery {
  /** Names as people gave them. */
  readonly feed: string;
  readonly destination: string;
  readonly feedId: string;
  readonly runId: string;
  readonly delivery: RunPush;
}

/** Subject and plain text of the mail about a delivery that failed, or that succeeded after failing. */
export const describeDelivery = (described: DescribedDelivery): { subject: string; body: string } =>
  described.delivery.status === "failed" ? failed(described) : recovered(described);

const failed = ({ feed, destination, feedId, runId, delivery }: DescribedDelivery) => ({
  subject: `Skucast: the feed ${feed} was not delivered to ${destination}`,
  body: `The files of the feed ${feed} could not be delivered to ${destination}.

What failed: ${delivery.error ?? "unknown"} (attempts: ${delivery.attempts})
${wordsOf(delivery)}
To see what the host can do and whether a run would work, test the destination:

  POST /api/public/v1/destinations/${delivery.destination_id}/test

When it works again, run the feed:

  POST /api/public/v1/feeds/${feedId}/runs

Run: ${runId}. The feed's next scheduled run tries again too. You get one mail when deliveries begin to fail and one when
they work again, because you are an owner or admin of the workspace.
`,
});

const wordsOf = ({ server_message: words }: RunPush): string => (words ? `The host said: ${words}\n` : "");

const recovered = ({ feed, destination, runId }: DescribedDelivery) => ({
  subject: `Skucast: the feed ${feed} is delivered to ${destination} again`,
  body: `The files of the feed ${feed} were delivered to ${destination} again, by the run ${runId}.

Nothing is left to do. You get this because you are an owner or admin of the workspace.
`,
});
