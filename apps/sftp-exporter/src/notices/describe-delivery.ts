import { unlinked } from "@skucast/contracts/mails/unlinked";
import { type NoticeTexts, noticeTexts } from "@skucast/db/notices/insert-notices";
import type { DescribedDelivery } from "./texts/described.js";
import { RUN_TEXTS } from "./texts/texts.js";

/** The mail about a delivery that failed. */
export const describeFailedDelivery = (described: DescribedDelivery): NoticeTexts =>
  noticeTexts(RUN_TEXTS, ({ deliveryFailed }) => deliveryFailed(shown(described)));

/** The mail about a delivery that succeeded after failing. */
export const describeRecoveredDelivery = (described: DescribedDelivery): NoticeTexts =>
  noticeTexts(RUN_TEXTS, ({ deliveryRecovered }) => deliveryRecovered(shown(described)));

/** As in mails about runs, no name becomes a link. */
const shown = (described: DescribedDelivery): DescribedDelivery => ({
  ...described,
  feed: unlinked(described.feed),
  destination: unlinked(described.destination),
});
