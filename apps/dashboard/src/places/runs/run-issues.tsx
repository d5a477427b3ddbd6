import type { Run } from "@skucast/contracts/runs/run";
import { useState } from "react";
import { usePages } from "../../api/use-pages.js";
import { SelectField } from "../../forms/field.js";
import { ISSUE_COLUMNS, issueKeyOf } from "../../parts/issue-columns.js";
import { Listing } from "../../parts/listing.js";
import { Sheet } from "../../parts/sheet.js";
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
        columns={ISSUE_COLUMNS}
        keyOf={issueKeyOf}
        empty={<p className="soft">{words.noIssues}</p>}
      />
    </Sheet>
  );
}
