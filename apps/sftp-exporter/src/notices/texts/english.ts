import type { GuardName } from "@skucast/contracts/feeds/guards";
import type { TextsLike } from "@skucast/contracts/languages";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { PUBLIC_URL } from "@skucast/db/notices/insert-notices";
import type { DescribedDelivery, DescribedRun, TrippedGuard } from "./described.js";

const API = `${PUBLIC_URL}${API_BASE_PATH}`;
const WHEN = "You get one email when something is wrong with a feed's runs and one when it is resolved.\n";
const next = (isScheduled: boolean) =>
  isScheduled
    ? "The feed's next scheduled run also tries again."
    : "The feed has no schedule, so it is not retried automatically.";

/** The mails about runs and deliveries. Users entered the names. */
export const english = {
  /** The sentence that the run stores. */
  guardReason: (_guard: GuardName, { message }: TrippedGuard): string => message,
  held: ({ feed, runId }: DescribedRun, reasons: string) => ({
    subject: `Skucast: a run of the feed ${feed} is held`,
    body: `A run of the feed ${feed} is held, and nothing was delivered. Partners keep the files of the last run.

${reasons}

Look at the run and its files. If they are right, release the run; if they are wrong, correct the products and discard
it: ${PUBLIC_URL}/runs/${runId}

Or use the API:

  GET  ${API}/runs/${runId}
  POST ${API}/runs/${runId}/release
  POST ${API}/runs/${runId}/discard

${WHEN}`,
  }),
  failed: ({ feed, feedId, runId, isScheduled }: DescribedRun, error: string) => ({
    subject: `Skucast: a run of the feed ${feed} failed`,
    body: `A run of the feed ${feed} failed, and nothing was delivered. Partners keep the files of the last run.

Error: ${error}

When the problem is fixed, run the feed: ${PUBLIC_URL}/feeds/${feedId}

Or use the API:

  POST ${API}/feeds/${feedId}/runs

Run: ${PUBLIC_URL}/runs/${runId}. ${next(isScheduled)}

${WHEN}`,
  }),
  recovered: ({ feed, runId }: DescribedRun) => ({
    subject: `Skucast: the feed ${feed} runs again`,
    body: `The run ${PUBLIC_URL}/runs/${runId} of the feed ${feed} succeeded.

No action is needed. ${WHEN}`,
  }),
  deliveryFailed: ({ feed, destination, feedId, runId, isScheduled, delivery }: DescribedDelivery) => ({
    subject: `Skucast: the feed ${feed} was not delivered to ${destination}`,
    body: `The files of the feed ${feed} could not be delivered to ${destination}.

Error: ${delivery.error ?? "unknown"} (attempts: ${delivery.attempts})
${delivery.server_message ? `Message from the host: ${delivery.server_message}\n` : ""}
1. Test whether the host would accept a delivery: ${PUBLIC_URL}/destinations/${delivery.destination_id}
2. When the problem is fixed, run the feed: ${PUBLIC_URL}/feeds/${feedId}

Or use the API:

  POST ${API}/destinations/${delivery.destination_id}/test
  POST ${API}/feeds/${feedId}/runs

Run: ${PUBLIC_URL}/runs/${runId}. ${next(isScheduled)}

You get one email when deliveries start to fail and one when they work again.
`,
  }),
  deliveryRecovered: ({ feed, destination, runId }: DescribedDelivery) => ({
    subject: `Skucast: the feed ${feed} is delivered to ${destination} again`,
    body: `The files of the feed ${feed} were delivered to ${destination} again, by the run ${PUBLIC_URL}/runs/${runId}.

No action is needed.
`,
  }),
};

/** The mails about runs and deliveries, in one language. */
export type RunTexts = TextsLike<typeof english>;
