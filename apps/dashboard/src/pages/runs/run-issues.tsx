import type { Run } from "@skucast/contracts/runs/run";
import { useState } from "react";
import { useApiList } from "../../api/use-api-list.js";
import { Card } from "../../components/card.js";
import { issueColumns, issueKeyOf } from "../../components/issue-columns.js";
import { PagedTable } from "../../components/paged-table.js";
import { SelectField } from "../../forms/field.js";
import { codeText } from "../../service-messages/issue-text.js";
import { numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { isInProgress } from "./run-status.js";

const words = texts.feeds.run;
const COLUMNS = issueColumns(undefined);

/** The product issues of a run, with a filter by issue type. */
export function RunIssues({ run }: { readonly run: Run }) {
  const [code, setCode] = useState("");
  const issues = useApiList("listRunIssues", { params: { run_id: run.id }, query: code === "" ? {} : { code } });
  if (isInProgress(run.status)) return null;
  const kinds = run.issue_counts.map((kind) => ({
    value: kind.code,
    label: `${codeText(kind.code)} (${words.severities[kind.severity]}, ${numberText(kind.count)})`,
  }));
  return (
    <Card title={words.issuesTitle}>
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
      <PagedTable
        list={issues}
        caption={words.issuesCaption}
        columns={COLUMNS}
        keyOf={issueKeyOf}
        empty={<p className="soft">{words.noIssues}</p>}
      />
    </Card>
  );
}
