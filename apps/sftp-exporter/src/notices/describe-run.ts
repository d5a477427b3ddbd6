import type { GuardVerdict } from "@skucast/contracts/feeds/guards";
import { inEachLanguage } from "@skucast/contracts/languages";
import { unlinked } from "@skucast/contracts/mails/unlinked";
import { type NoticeTexts, noticeTexts } from "@skucast/db/notices/insert-notices";
import type { DescribedRun } from "./texts/described.js";
import { guardReason } from "./texts/guard-reasons.js";
import { RUN_TEXTS } from "./texts/texts.js";

/** The mail about a run that guards hold. */
export function describeHeldRun(run: DescribedRun, guards: readonly GuardVerdict[]): NoticeTexts {
  return inEachLanguage((language) => {
    const reasons = guards.map((guard) => `- ${guardReason(guard, language)}`).join("\n");
    return RUN_TEXTS[language].held(shown(run), reasons);
  });
}

/** The mail about a run that ended before anything was delivered. */
export const describeFailedRun = (run: DescribedRun, error: string): NoticeTexts =>
  noticeTexts(RUN_TEXTS, ({ failed }) => failed(shown(run), error));

/** The mail about the first run that succeeds after runs that were held or failed. */
export const describeRecoveredRun = (run: DescribedRun): NoticeTexts =>
  noticeTexts(RUN_TEXTS, ({ recovered }) => recovered(shown(run)));

/** People name feeds freely, and no name may become a link in a mail of ours. */
const shown = (run: DescribedRun): DescribedRun => ({ ...run, feed: unlinked(run.feed) });
