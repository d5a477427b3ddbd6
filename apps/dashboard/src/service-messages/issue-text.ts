import { ISSUE_CODES, type IssueCode } from "@skucast/contracts/channel-profiles/issue-codes";
import { texts } from "../texts/texts.js";
import { messageText } from "./message-text.js";
import { withPlainNames } from "./plain-names.js";

interface Issue {
  readonly code: string;
  readonly message: string;
  readonly fix_hint?: string | undefined;
}

/** The message of an excluded row is the reason that a person gave to the rule. */
const BY_PEOPLE = "excluded_by_rule" satisfies IssueCode;

/** What is wrong: the service's message, or what the code means if the language has no text for the message. */
export function issueText({ code, message }: Pick<Issue, "code" | "message">): string {
  const text = messageText(message);
  return text !== message || code === BY_PEOPLE ? text : (meaningOf(code)?.[0] ?? message);
}

/** How to fix it, in plain words. */
export function fixHintText({ code, fix_hint }: Pick<Issue, "code" | "fix_hint">): string | undefined {
  const hint = meaningOf(code)?.[1] ?? fix_hint;
  return hint && withPlainNames(hint);
}

/** What a code means; the code itself if it is unknown. */
export const codeText = (code: string): string =>
  meaningOf(code)?.[0] ?? (code in ISSUE_CODES ? ISSUE_CODES[code as IssueCode][0] : code);

const meaningOf = (code: string): readonly [string, string] | undefined => texts.service?.issues[code as IssueCode];
