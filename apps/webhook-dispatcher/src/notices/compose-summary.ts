import type { Language } from "@skucast/contracts/languages";
import { LIMITS } from "@skucast/contracts/limits";
import type { NoticeText } from "@skucast/db/notices/insert-notices";
import type { LeftOut } from "@skucast/db/notices/list-left-out";
import { DISPATCHER_TEXTS } from "../texts/texts.js";

/** Lines of a summary. A partner's outage may concern thousands of objects. */
const LINES_MAX = 50;

/** The mail that lists the problems of an hour about which a member got no mail; null if there are none. */
export function composeSummary(
  leftOut: readonly LeftOut[],
  { from, until }: { readonly from: Date; readonly until: Date },
  language: Language,
): NoticeText | null {
  if (leftOut.length === 0) return null;
  const listed = leftOut.slice(0, LINES_MAX).map(({ subject, at }) => `- ${timeOf(at)} ${titleOf(subject)}`);
  const rest = leftOut.length - listed.length;
  const { summary } = DISPATCHER_TEXTS[language];
  const max = LIMITS.problemMailsPerHour;
  return {
    subject: summary.subject(leftOut.length),
    body: summary.body(timeOf(from), timeOf(until), max, listed.join("\n"), rest),
  };
}

const timeOf = (at: Date): string => at.toISOString().slice(11, 16);

const titleOf = (subject: string): string => subject.replace(/^Skucast ?[:：] ?/, "");
