import type { GuardVerdict } from "@skucast/contracts/feeds/guards";
import { type NoticeTexts, noticeTexts } from "@skucast/db/notices/insert-notices";
import type { DescribedRun } from "./texts/described.js";
import { RUN_TEXTS } from "./texts/texts.js";

/** The mail about a run that guards hold. */
export function describeHeldRun(run: DescribedRun, guards: readonly GuardVerdict[]): NoticeTexts {
  const reasons = guards.map(({ guard, message }) => `- ${guard}: ${message}`).join("\n");
  return noticeTexts(RUN_TEXTS, ({ held }) => held(run, reasons));
}

/** The mail about a run that ended before anything was delivered. */
export const describeFailedRun = (run: DescribedRun, error: string): NoticeTexts =>
  noticeTexts(RUN_TEXTS, ({ failed }) => failed(run, error));

/** The mail about the first run that succeeds after runs that were held or failed. */
export const describeRecoveredRun = (run: DescribedRun): NoticeTexts =>
  noticeTexts(RUN_TEXTS, ({ recovered }) => recovered(run));
