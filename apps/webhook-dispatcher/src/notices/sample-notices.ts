import { inEachLanguage } from "@skucast/contracts/languages";
import { type NoticeTexts, noticeTexts, PUBLIC_URL } from "@skucast/db/notices/insert-notices";
import { describeEndpoint } from "../endpoints/describe-endpoint.js";
import { DISPATCHER_TEXTS } from "../texts/texts.js";
import { composeSummary } from "./compose-summary.js";

const endpoint = {
  host: "shop.example",
  endpointId: "whe_01",
  since: "2026-11-26 12:00 UTC",
  link: `${PUBLIC_URL}/webhooks/whe_01`,
  publicUrl: PUBLIC_URL,
  deliveryId: "dlv_01",
};
const from = new Date("2026-11-26T12:00:00Z");
const until = new Date("2026-11-26T13:00:00Z");
const leftOut = [{ subject: "Skucast: Google Shopping", at: from }];

/** The mails about webhook endpoints and the summary of an hour, for previews. */
export const SAMPLE_ENDPOINT_NOTICES: Readonly<Record<string, NoticeTexts>> = {
  endpoint_failing: describeEndpoint("failing", endpoint),
  endpoint_exhausted: describeEndpoint("exhausted", endpoint),
  endpoint_disabled: noticeTexts(DISPATCHER_TEXTS, ({ endpoints }) =>
    endpoints.disabled(endpoint, endpoints.reasons.gone),
  ),
  endpoint_recovered: describeEndpoint("recovered", endpoint),
  summary: inEachLanguage(
    (language) => composeSummary(leftOut, { from, until }, language) ?? { subject: "", body: "" },
  ),
};
