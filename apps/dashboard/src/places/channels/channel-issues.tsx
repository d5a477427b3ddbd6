import type { Channel } from "@skucast/contracts/channels/channel";
import type { RunIssue } from "@skucast/contracts/runs/run";
import { useState } from "react";
import { usePages } from "../../api/use-pages.js";
import { useRead } from "../../api/use-read.js";
import { SelectField } from "../../forms/field.js";
import { Button } from "../../parts/button.js";
import { ISSUE_COLUMNS, issueKeyOf } from "../../parts/issue-columns.js";
import { Listing } from "../../parts/listing.js";
import { Sheet } from "../../parts/sheet.js";
import type { Column } from "../../parts/table.js";
import { useMay } from "../../session/use-may.js";
import { countText, numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { FixIssue } from "./fix-issue.js";
import { fixableField } from "./fixable-field.js";

const { issues: words } = texts.channels;
const { run: runWords } = texts.feeds;

/** What keeps products out of the channel's files now, or is doubtful about them, counted by its kind, to be mended here. */
export function ChannelIssues({ channel }: { readonly channel: Channel }) {
  const [code, setCode] = useState("");
  const [open, setOpen] = useState<RunIssue | null>(null);
  // The list follows a few seconds behind the products.
  const [fixed, setFixed] = useState<ReadonlySet<string>>(new Set());
  const mayWrite = useMay("updateProduct");
  const { data: profile } = useRead("getChannelProfile", { params: { profile_id: channel.profile } });
  const issues = usePages(
    "listChannelIssues",
    { params: { channel_id: channel.id }, query: code === "" ? {} : { code } },
    { isUnderWay: (page) => !page.is_complete },
  );
  // An amount typed here would still be in the other currency.
  const isTypable = ({ code }: RunIssue) => mayWrite && code !== "currency_mismatch";
  const fixableOf = (issue: RunIssue) => (isTypable(issue) ? fixableField(issue.field, profile) : undefined);
  const field = open === null ? undefined : fixableOf(open);
  const [first] = issues.data?.pages ?? [];
  // Until all were looked at, that nothing was found says nothing.
  const isUnderWay = first?.is_complete === false;
  const summary = first?.summary;
  const kinds = (summary?.counts ?? []).map((kind) => ({
    ...{ value: kind.code, label: `${kind.code} (${runWords.severities[kind.severity]}, ${numberText(kind.count)})` },
  }));
  return (
    <Sheet title={words.title}>
      {summary && !(isUnderWay && summary.products === 0) && (
        <p>{words.summary(countText(summary.products, texts.general.nouns.product), numberText(summary.invalid))}</p>
      )}
      {isUnderWay && <p className="soft">{words.underWay}</p>}
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
        list={{ ...issues, entries: issues.entries.filter((issue) => !fixed.has(issueKeyOf(issue))) }}
        caption={words.caption}
        columns={mayWrite ? [...ISSUE_COLUMNS, fixColumn(fixableOf, setOpen)] : ISSUE_COLUMNS}
        keyOf={issueKeyOf}
        empty={!isUnderWay && <p className="soft">{runWords.noIssues}</p>}
      />
      {open && field && (
        <FixIssue
          channelId={channel.id}
          issue={open}
          field={field}
          onFixed={() => {
            setFixed(new Set([...fixed, issueKeyOf(open)]));
            setOpen(null);
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </Sheet>
  );
}

const fixColumn = (
  fixableOf: (issue: RunIssue) => object | undefined,
  onOpen: (issue: RunIssue) => void,
): Column<RunIssue> => ({
  key: "act",
  title: <span className="unseen">{texts.channels.fix.column}</span>,
  align: "end",
  cell: (issue) =>
    fixableOf(issue) !== undefined && (
      <Button kind="quiet" aria-label={texts.channels.fix.open(issue.field, issue.sku)} onClick={() => onOpen(issue)}>
        {texts.channels.fix.short}
      </Button>
    ),
});
