import type { ChannelProfile } from "@skucast/contracts/channel-profiles/channel-profile";
import type { RunIssue } from "@skucast/contracts/runs/run";
import { Link } from "@tanstack/react-router";
import { fixHintText } from "../service-messages/issue-text.js";
import { texts } from "../texts/texts.js";
import { Badge } from "./badge.js";
import { IssueSentence } from "./issue-sentence.js";
import type { Column } from "./table.js";

const words = texts.feeds.run;

/** Columns of a list of product issues. The profile of their channel says which fields the channel's columns are. */
export const issueColumns = (profile: ChannelProfile | undefined): readonly Column<RunIssue>[] => [
  {
    key: "sku",
    title: words.issueColumns.sku,
    isRowHeader: true,
    cell: ({ sku }) => (
      <Link className="sku" to="/products/$sku" params={{ sku }}>
        {sku}
      </Link>
    ),
  },
  {
    key: "severity",
    title: words.issueColumns.severity,
    cell: ({ severity }) => <Badge tone={severity === "error" ? "bad" : "warn"}>{words.severities[severity]}</Badge>,
  },
  {
    key: "message",
    title: words.issueColumns.message,
    isStackedOnNarrow: true,
    cell: (issue) => <IssueSentence issue={issue} profile={profile} />,
  },
  { key: "fix", title: words.issueColumns.fix, isStackedOnNarrow: true, cell: fixHintText },
];

/** Identifies an issue within a list. */
export const issueKeyOf = ({ sku, code, field }: RunIssue): string => `${sku} ${code} ${field}`;
