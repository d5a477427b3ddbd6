import { LIMITS } from "@skucast/contracts/limits";
import { type NoticeText, PUBLIC_URL } from "@skucast/db/notices/insert-notices";
import type { LeftOut } from "@skucast/db/notices/list-left-out";

/** Lines of a summary. A partner's outage may concern thousands of objects. */
const LINES_MAX = 50;

/** The mail that lists the problems of an hour that a member got no mail about; null if there are none. */
export function composeSummary(
  leftOut: readonly LeftOut[],
  { from, until }: { readonly from: Date; readonly until: Date },
): NoticeText | null {
  if (leftOut.length === 0) return null;
  const listed = leftOut.slice(0, LINES_MAX).map(({ subject, at }) => `- ${timeOf(at)} ${titleOf(subject)}`);
  const rest = leftOut.length - listed.length;
  const count = leftOut.length === 1 ? "1 more change" : `${leftOut.length} more changes`;
  return {
    subject: `Skucast: ${count} without a mail of ${leftOut.length === 1 ? "its" : "their"} own`,
    body: `From ${timeOf(from)} to ${timeOf(until)} UTC, more happened than a workspace gets mails about, which are ${LIMITS.problemMailsPerHour} an hour:

${listed.join("\n")}
${rest > 0 ? `- and ${rest} more\n` : ""}
See what needs your attention: ${PUBLIC_URL}/
`,
  };
}

const timeOf = (at: Date): string => at.toISOString().slice(11, 16);

const titleOf = (subject: string): string => subject.replace(/^Skucast: /, "");
