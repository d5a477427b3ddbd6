import { useState } from "react";
import { usePages } from "../../api/use-pages.js";
import { SelectField } from "../../forms/field.js";
import { ISSUE_COLUMNS, issueKeyOf } from "../../parts/issue-columns.js";
import { Listing } from "../../parts/listing.js";
import { Sheet } from "../../parts/sheet.js";
import { countText, numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";

const { issues: words } = texts.channels;
const { run: runWords } = texts.feeds;

/** What keeps products out of the channel's files now, or is doubtful about them, counted by its kind. */
export function ChannelIssues({ channelId }: { readonly channelId: string }) {
  const [code, setCode] = useState("");
  const issues = usePages("listChannelIssues", {
    ...{ params: { channel_id: channelId }, query: code === "" ? {} : { code } },
  });
  const [first] = issues.data?.pages ?? [];
  const summary = first?.summary;
  const kinds = (summary?.counts ?? []).map((kind) => ({
    ...{ value: kind.code, label: `${kind.code} (${runWords.severities[kind.severity]}, ${numberText(kind.count)})` },
  }));
  return (
    <Sheet title={words.title}>
      {summary && (
        <p>{words.summary(countText(summary.products, "product", "products"), numberText(summary.invalid))}</p>
      )}
      {first?.is_complete === false && <p className="soft">{words.underWay}</p>}
      {kinds.length > 1 && (
        <div className="filters">
          <SelectField
            label={runWords.code}
            value={code}
            choices={[{ value: "", label: texts.general.any }, ...kinds]}
            onValue={setCode}
          />
        </div>
      )}
      <Listing
        list={issues}
        caption={words.caption}
        columns={ISSUE_COLUMNS}
        keyOf={issueKeyOf}
        empty={<p className="soft">{runWords.noIssues}</p>}
      />
    </Sheet>
  );
}
