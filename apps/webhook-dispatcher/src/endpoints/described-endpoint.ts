import { type NoticeTexts, noticeTexts } from "@skucast/db/notices/insert-notices";
import { DISPATCHER_TEXTS } from "../texts/texts.js";

/** What mails say about an endpoint. */
export interface DescribedEndpoint {
  readonly host: string;
  readonly endpointId: string;
  /** Since when it fails. */
  readonly since: string;
  /** The page of the endpoint. */
  readonly link: string;
  readonly publicUrl: string;
  /** The delivery that failed; empty in mails about other things. */
  readonly deliveryId: string;
}

/** The mail about an endpoint, in every language. */
export const describeEndpoint = (
  event: "failing" | "exhausted" | "recovered",
  endpoint: DescribedEndpoint,
): NoticeTexts => noticeTexts(DISPATCHER_TEXTS, ({ endpoints }) => endpoints[event](endpoint));
