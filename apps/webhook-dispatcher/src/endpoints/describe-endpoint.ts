import { type NoticeTexts, noticeTexts } from "@skucast/db/notices/insert-notices";
import type { DescribedEndpoint } from "../texts/described-endpoint.js";
import { DISPATCHER_TEXTS } from "../texts/texts.js";

/** The mail about an endpoint, in every language. */
export const describeEndpoint = (
  event: "failing" | "exhausted" | "recovered",
  endpoint: DescribedEndpoint,
): NoticeTexts => noticeTexts(DISPATCHER_TEXTS, ({ endpoints }) => endpoints[event](endpoint));
