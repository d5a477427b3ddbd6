import type { RunPush } from "@skucast/contracts/runs/run";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { PUBLIC_URL } from "@skucast/db/notices/insert-notices";

const API = `${PUBLIC_URL}${API_BASE_PATH}`;

export interface DescribedDelivery {
  /** Names as users entered them. */
  readonly feed: string;
  readonly destination: string;
  readonly feedId: string;
  readonly runId: string;

  readonly isScheduled: boolean;
  readonly delivery: RunPush;
}

/** Subject and plain text of the mail about a delivery that failed, or that succeeded after failing. */
export const describeDelivery = (described: DescribedDelivery): { subject: string; body: string } =>
  described.delivery.status === "failed" ? failed(described) : recovered(described);

const failed = ({ feed, destination, feedId, runId, isScheduled, delivery }: DescribedDelivery) => ({
  subject: `Skucast: the feed ${feed} was not delivered to ${destination}`,
  body: `The files of the feed ${feed} could not be delivered to ${destination}.

Error: ${delivery.error ?? "unknown"} (attempts: ${delivery.attempts})
${serverMessageLine(delivery)}
To check whether the host would accept a delivery, test the destination:

  POST ${API}/destinations/${delivery.destination_id}/test

When the problem is fixed, run the feed:

  POST ${API}/feeds/${feedId}/runs

Run: ${runId}. ${isScheduled ? "The feed's next scheduled run also tries again." : "The feed has no schedule, so it is not retried automatically."}

You get one mail when deliveries start to fail and one when they work again, because you are an owner or admin of the workspace.
`,
});

const serverMessageLine = ({ server_message: message }: RunPush): string =>
  message ? `Message from the host: ${message}\n` : "";

const recovered = ({ feed, destination, runId }: DescribedDelivery) => ({
  subject: `Skucast: the feed ${feed} is delivered to ${destination} again`,
  body: `The files of the feed ${feed} were delivered to ${destination} again, by the run ${runId}.

No action is needed. You get this mail because you are an owner or admin of the workspace.
`,
});
