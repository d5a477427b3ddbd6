import type { GuardVerdict } from "@skucast/contracts/feeds/guards";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { type NoticeText, PUBLIC_URL } from "@skucast/db/notices/insert-notices";

const API = `${PUBLIC_URL}${API_BASE_PATH}`;

export interface DescribedRun {
  /** The feed's name as users entered it. */
  readonly feed: string;
  readonly feedId: string;
  readonly runId: string;
  readonly isScheduled: boolean;
}

const WHEN = "You get one mail when something is wrong with a feed's runs and one when it is resolved.\n";

/** The mail about a run that guards hold. */
export const describeHeldRun = ({ feed, runId }: DescribedRun, guards: readonly GuardVerdict[]): NoticeText => ({
  subject: `Skucast: a run of the feed ${feed} is held`,
  body: `A run of the feed ${feed} is held, and nothing was delivered. Partners keep the files of the last run.

${guards.map(({ guard, message }) => `- ${guard}: ${message}`).join("\n")}

Look at the run and its files. If they are right, release the run; if they are wrong, correct the products and discard
it: ${PUBLIC_URL}/runs/${runId}

Or use the API:

  GET  ${API}/runs/${runId}
  POST ${API}/runs/${runId}/release
  POST ${API}/runs/${runId}/discard

${WHEN}`,
});

/** The mail about a run that ended before anything was delivered. */
export const describeFailedRun = ({ feed, feedId, runId, isScheduled }: DescribedRun, error: string): NoticeText => ({
  subject: `Skucast: a run of the feed ${feed} failed`,
  body: `A run of the feed ${feed} failed, and nothing was delivered. Partners keep the files of the last run.

Error: ${error}

When the problem is fixed, run the feed: ${PUBLIC_URL}/feeds/${feedId}

Or use the API:

  POST ${API}/feeds/${feedId}/runs

Run: ${PUBLIC_URL}/runs/${runId}. ${isScheduled ? "The feed's next scheduled run also tries again." : "The feed has no schedule, so it is not retried automatically."}

${WHEN}`,
});

/** The mail about the first run that succeeds after runs that were held or failed. */
export const describeRecoveredRun = ({ feed, runId }: DescribedRun): NoticeText => ({
  subject: `Skucast: the feed ${feed} runs again`,
  body: `The run ${PUBLIC_URL}/runs/${runId} of the feed ${feed} succeeded.

No action is needed. ${WHEN}`,
});
