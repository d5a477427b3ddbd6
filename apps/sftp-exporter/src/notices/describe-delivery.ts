import type { RunPush } from "@skucast/contracts/runs/run";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { PUBLIC_URL } from "@skucast/db/notices/insert-notices";

const API = `${PUBLIC_URL}${API_BASE_PATH}`;

export interface DescribedDelivery {
  /** Names as people gave them. */
  readonly feed: string;
  readonly destination: string;
  readonly feedId: string;
  readonly runId: string;
  /** Whether the feed runs by itself. */
  readonly isScheduled: boolean;
  readonly delivery: RunPush;
}

/** Subject and plain text of the mail about a delivery that failed, or that succeeded after failing. */
export const describeDelivery = (described: DescribedDelivery): { subject: string; body: string } =>
  described.delivery.status === "failed" ? failed(described) : recovered(described);

const failed = ({ feed, destination, feedId, runId, isScheduled, delivery }: DescribedDelivery) => ({
  subject: `Skucast: the feed ${feed} was not delivered to ${destination}`,
  body: `The files of the feed ${feed} could not be delivered to ${destination}.

What failed: ${delivery.error ?? "unknown"} (attempts: ${delivery.attempts})
${wordsOf(delivery)}
To see what the host can do and whether a run would work, test the destination:

  POST ${API}/destinations/${delivery.destination_id}/test

When it works again, run the feed:

  POST ${API}/feeds/${feedId}/runs

Run: ${runId}. ${isScheduled ? "The feed's next scheduled run tries again too." : "The feed has no schedule: nothing tries again by itself."}

You get one mail when deliveries begin to fail and one when they work again, because you are an owner or admin of the workspace.
`,
});

const wordsOf = ({ server_message: words }: RunPush): string => (words ? `The host said: ${words}\n` : "");

const recovered = ({ feed, destination, runId }: DescribedDelivery) => ({
  subject: `Skucast: the feed ${feed} is delivered to ${destination} again`,
  body: `The files of the feed ${feed} were delivered to ${destination} again, by the run ${runId}.

Nothing is left to do. You get this because you are an owner or admin of the workspace.
`,
});
