import type { RunPush } from "@skucast/contracts/runs/run";
import { type NoticeTexts, noticeTexts } from "@skucast/db/notices/insert-notices";
import { RUN_TEXTS } from "./texts/texts.js";

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
export const describeFailedDelivery = (described: DescribedDelivery): NoticeTexts =>
  noticeTexts(RUN_TEXTS, ({ deliveryFailed }) => deliveryFailed(described));

/** The mail about a delivery that succeeded after failing. */
export const describeRecoveredDelivery = (described: DescribedDelivery): NoticeTexts =>
  noticeTexts(RUN_TEXTS, ({ deliveryRecovered }) => deliveryRecovered(described));
