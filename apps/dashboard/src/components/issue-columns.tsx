import type { RunIssue } from "@skucast/contracts/runs/run";
import { Link } from "@tanstack/react-router";
import { fixHintText, issueText } from "../service-messages/issue-text.js";
import { texts } from "../texts/texts.js";
import { Badge } from "./badge.js";
import type { Column } from "./table.js";

const words = texts.feeds.run;

/** Columns of a list of product issues. */
export const ISSUE_COLUMNS: readonly Column<RunIssue>[] = [
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
    key: "field",
    title: words.issueColumns.field,
    isHiddenOnNarrow: true,
    cell: ({ field }) => <code className="nowrap">{field}</code>,
  },
  { key: "message", title: words.issueColumns.message, isStackedOnNarrow: true, cell: issueText },
  { key: "fix", title: words.issueColumns.fix, isStackedOnNarrow: true, cell: fixHintText },
];

/** Identifies an issue within a list. */
export const issueKeyOf = ({ sku, code, field }: RunIssue): string => `${sku} ${code} ${field}`;
