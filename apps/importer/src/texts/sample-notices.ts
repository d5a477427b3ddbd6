import { type NoticeTexts, noticeTexts } from "@skucast/db/notices/insert-notices";
import { describeSource } from "../sources/describe-source.js";
import { IMPORT_TEXTS } from "./texts.js";

const source = { name: "Shop export", sourceId: "src_01", importId: "imp_01", error: "The host answered 404." };
const HOLD = "The file would archive 62 % of the products; the maximum is 30 %.";

/** The mails about imports and sources, for previews. */
export const SAMPLE_IMPORT_NOTICES: Readonly<Record<string, NoticeTexts>> = {
  import_failed: noticeTexts(IMPORT_TEXTS, ({ uploads }) =>
    uploads.failed("shop.csv", "imp_01", "The column sku is missing."),
  ),
  import_recovered: noticeTexts(IMPORT_TEXTS, ({ uploads }) => uploads.recovered("shop.csv", "imp_01")),
  import_held: describeSource("held", { ...source, error: HOLD, retries: "never" }),
  source_failing: describeSource("failed", { ...source, retries: "early" }),
  source_ended: describeSource("ended", { ...source, retries: "never" }),
  source_recovered: describeSource("recovered", { ...source, retries: "never" }),
};
