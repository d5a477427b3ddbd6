import type { ProductChannel } from "@skucast/contracts/listings/listing";
import { issueText } from "../service-messages/issue-text.js";
import { columnName, withPlainNames } from "../service-messages/plain-names.js";
import { listText } from "../texts/format.js";
import { texts } from "../texts/texts.js";

const { why: words } = texts.productPages.channels;
const REASONS: Readonly<Record<string, string>> = words.reasons;

/** Why a product is, or is not, in the files of a channel: one sentence. */
export function whyText({ channel_name: channel, status, reasons, issues }: WhyFacts): string {
  switch (status) {
    case "published":
      return words.published(channel);
    case "pending":
      return words.pending(channel);
    case "held":
      return words.held(channel);
    case "excluded":
      return words.excluded(channel, excludedText(reasons, issues));
    case "invalid":
      return words.invalid(channel, invalidText(issues));
  }
}

type WhyFacts = Pick<ProductChannel, "channel_name" | "status" | "reasons" | "issues">;

/** The reasons of a selection in words; for an exclude rule, the reason that it gives. */
export const excludedText = (reasons: readonly string[], issues: ProductChannel["issues"] = []): string =>
  listText(
    reasons.flatMap((reason) =>
      reason === "rule" && issues.length > 0
        ? issues.map(({ message }) => words.ruled(message))
        : [REASONS[reason] ?? reason],
    ),
  );

/** The errors that keep a row out. */
export function invalidText(issues: ProductChannel["issues"]): string {
  const errors = issues.filter(({ severity }) => severity === "error");
  return listText(
    (errors.length > 0 ? errors : issues).map((issue) =>
      words.error(columnName(issue.field, undefined), withPlainNames(issueText(issue))),
    ),
  );
}
