import type { RunPush } from "@skucast/contracts/runs/run";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { type NoticeText, PUBLIC_URL } from "@skucast/db/notices/insert-notices";

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

/** The mail about a delivery that failed. */
export const describeFailedDelivery = (described: DescribedDelivery): NoticeText => {
  const { feed, destination, feedId, runId, isScheduled, delivery } = described;
  return {
    subject: `Skucast: the feed ${feed} was not delivered to ${destination}`,
    body: `The files of the feed ${feed} could not be delivered to ${destination}.

Error: ${delivery.error ?? "unknown"} (attempts: ${delivery.attempts})
${serverMessageLine(delivery)}
1. Test whether the host would accept a delivery: ${PUBLIC_URL}/destinations/${delivery.destination_id}
2. When the problem is fixed, run the feed: ${PUBLIC_URL}/feeds/${feedId}

Or use the API:

  POST ${API}/destinations/${delivery.destination_id}/test
  POST ${API}/feeds/${feedId}/runs

Run: ${PUBLIC_URL}/runs/${runId}. ${isScheduled ? "The feed's next scheduled run also tries again." : "The feed has no schedule, so it is not retried automatically."}

You get one mail when deliveries start to fail and one when they work again.
`,
  };
};

const serverMessageLine = ({ server_message: message }: RunPush): string =>
  message ? `Message from the host: ${message}\n` : "";

/** The mail about a delivery that succeeded after failing. */
export const describeRecoveredDelivery = ({ feed, destination, runId }: DescribedDelivery): NoticeText => ({
  subject: `Skucast: the feed ${feed} is delivered to ${destination} again`,
  body: `The files of the feed ${feed} were delivered to ${destination} again, by the run ${PUBLIC_URL}/runs/${runId}.

No action is needed.
`,
});
