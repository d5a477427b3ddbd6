import type { Run, RunIssue } from "@skucast/contracts/runs/run";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { usePages } from "../../api/use-pages.js";
import { SelectField } from "../../forms/field.js";
import { Badge } from "../../parts/badge.js";
import { Listing } from "../../parts/listing.js";
import { Sheet } from "../../parts/sheet.js";
import type { Column } from "../../parts/table.js";
import { numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { isUnderWay } from "./run-status.js";

const words = texts.feeds.run;

/** What is wrong with which product, counted by its kind. */
export function RunIssues({ run }: { readonly run: Run }) {
  const [code, setCode] = useState("");
  const issues = usePages("listRunIssues", { params: { run_id: run.id }, query: code === "" ? {} : { code } });
  if (isUnderWay(run.status)) return null;
  const kinds = run.issue_counts.map((kind) => ({
    ...{ value: kind.code, label: `${kind.code} (${words.severities[kind.severity]}, ${numberText(kind.count)})` },
  }));
  return (
    <Sheet title={words.issuesTitle}>
      {kinds.length > 1 && (
        <div className="filters">
          <SelectField
            label={words.code}
            value={code}
            choices={[{ value: "", label: texts.general.any }, ...kinds]}
            onValue={setCode}
          />
        </div>
      )}
      <Listing
        list={issues}
        caption={words.issuesCaption}
        columns={COLUMNS}
        keyOf={({ sku, code: kind, field }) => `${sku} ${kind} ${field}`}
        empty={<p className="soft">{words.noIssues}</p>}
      />
    </Sheet>
  );
}

const COLUMNS: readonly Column<RunIssue>[] = [
  {
    key: "sku",
    title: words.issueColumns.sku,
    isHead: true,
    cell: ({ sku }) => (
      <Link to="/products/$sku" params={{ sku }}>
        {sku}
      </Link>
    ),
  },
  {
    key: "severity",
    title: words.issueColumns.severity,
    cell: ({ severity }) => <Badge tone={severity === "error" ? "bad" : "warn"}>{words.severities[severity]}</Badge>,
  },
  { key: "field", title: words.issueColumns.field, isExtra: true, cell: ({ field }) => <code>{field}</code> },
  { key: "message", title: words.issueColumns.message, cell: ({ message }) => message },
  { key: "fix", title: words.issueColumns.fix, isExtra: true, cell: ({ fix_hint }) => fix_hint },
];
