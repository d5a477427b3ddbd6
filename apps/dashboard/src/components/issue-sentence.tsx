import type { ChannelProfile } from "@skucast/contracts/channel-profiles/channel-profile";
import { issueText } from "../service-messages/issue-text.js";
import { columnName, withPlainNames } from "../service-messages/plain-names.js";

interface Issue {
  readonly code: string;
  readonly field: string;
  readonly message: string;
}

type Profile = ChannelProfile | undefined;

/** What is wrong with which value, in plain words. */
export const plainIssue = (issue: Issue, profile: Profile): string =>
  `${columnName(issue.field, profile)}: ${withPlainNames(issueText(issue))}`;

/** An issue in plain words, with the channel's name of the column and the code of the issue below. */
export const IssueSentence = ({ issue, profile }: { readonly issue: Issue; readonly profile: Profile }) => (
  <>
    {plainIssue(issue, profile)}
    <br />
    <small className="soft">
      <code>{issue.field}</code> <code>{issue.code}</code>
    </small>
  </>
);
