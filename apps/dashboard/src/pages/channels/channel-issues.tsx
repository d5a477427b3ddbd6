import type { IssueCode } from "@skucast/contracts/channel-profiles/issue-codes";
import type { Channel } from "@skucast/contracts/channels/channel";
import { PAGE_SIZE_MAX } from "@skucast/contracts/list-limits";
import type { RunIssue } from "@skucast/contracts/runs/run";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useApiList } from "../../api/use-api-list.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { Button } from "../../components/button.js";
import { Card } from "../../components/card.js";
import { issueColumns, issueKeyOf } from "../../components/issue-columns.js";
import { PagedTable } from "../../components/paged-table.js";
import type { Column } from "../../components/table.js";
import { SelectField } from "../../forms/field.js";
import { codeText } from "../../service-messages/issue-text.js";
import { columnName } from "../../service-messages/plain-names.js";
import { useCan } from "../../session/use-can.js";
import { numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { ExportIssues } from "./export-issues.js";
import { FixIssue } from "./fix-issue.js";
import { fixableField } from "./fixable-field.js";

const { issues: words, causes: causeWords } = texts.channels;
const { run: runWords } = texts.feeds;

interface IssueFilter {
  readonly code?: string;
  readonly field?: string;
}

/** The current issues of a channel's products, with their counts and causes. */
export const useChannelIssues = (channelId: string, filter: IssueFilter = {}) =>
  useApiList(
    "listChannelIssues",
    { params: { channel_id: channelId }, query: { limit: PAGE_SIZE_MAX, ...(filter as { code?: IssueCode }) } },
    { isInProgress: (page) => !page.is_complete },
  );

/** Current issues of the channel's products, with a filter by issue type in the URL. Some can be fixed in place. */
export function ChannelIssues({ channel }: { readonly channel: Channel }) {
  const { code, field: shownField } = useSearch({ from: "/channels/$channelId" });
  const shown = { ...(code !== undefined && { code }), ...(shownField !== undefined && { field: shownField }) };
  const navigate = useNavigate();
  const show = (filter: IssueFilter) =>
    void navigate({
      to: "/channels/$channelId",
      params: { channelId: channel.id },
      search: { tab: "issues", ...filter },
      replace: true,
      ignoreBlocker: true,
      resetScroll: false,
    });
  const [open, setOpen] = useState<RunIssue | null>(null);
  // The list lags a few seconds behind the products.
  const [fixed, setFixed] = useState<ReadonlySet<string>>(new Set());
  const canWrite = useCan("updateProduct");
  const { data: profile } = useApiQuery("getChannelProfile", { params: { profile_id: channel.profile } });
  const issues = useChannelIssues(channel.id, shown);
  // Changing the amount does not fix a wrong currency.
  const isEditable = ({ code }: RunIssue) => canWrite && code !== "currency_mismatch";
  const fixableOf = (issue: RunIssue) => (isEditable(issue) ? fixableField(issue.field, profile) : undefined);
  const field = open === null ? undefined : fixableOf(open);
  const columns = issueColumns(profile);
  const [first] = issues.data?.pages ?? [];
  // Until all products are checked, an empty result does not mean that there are no issues.
  const isInProgress = first?.is_complete === false;
  const summary = first?.summary;
  const kinds = (summary?.counts ?? []).map((kind) => ({
    value: kind.code,
    label: `${codeText(kind.code)} (${runWords.severities[kind.severity]}, ${numberText(kind.count)})`,
  }));
  return (
    <Card title={words.title}>
      {isInProgress && <p className="soft">{words.underWay}</p>}
      <div className="actions">
        {summary && summary.products > 0 && <ExportIssues channelId={channel.id} filter={shown} />}
        {shown.field !== undefined && (
          <>
            <span role="status">{causeWords.shown(columnName(shown.field, profile))}</span>
            <Button kind="quiet" onClick={() => show({})}>
              {causeWords.all}
            </Button>
          </>
        )}
      </div>
      {kinds.length > 1 && (
        <div className="filters wide">
          <SelectField
            label={runWords.code}
            value={shown.code ?? ""}
            choices={[{ value: "", label: texts.general.any }, ...kinds]}
            onValue={(chosen) => show(chosen === "" ? {} : { code: chosen })}
          />
        </div>
      )}
      <PagedTable
        list={{ ...issues, entries: issues.entries.filter((issue) => !fixed.has(issueKeyOf(issue))) }}
        caption={words.caption}
        columns={canWrite ? [...columns, fixColumn(fixableOf, setOpen)] : columns}
        keyOf={issueKeyOf}
        empty={!isInProgress && <p className="soft">{runWords.noIssues}</p>}
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
    </Card>
  );
}

const fixColumn = (
  fixableOf: (issue: RunIssue) => object | undefined,
  onOpen: (issue: RunIssue) => void,
): Column<RunIssue> => ({
  key: "act",
  title: <span className="visually-hidden">{texts.channels.fix.column}</span>,
  align: "end",
  cell: (issue) =>
    fixableOf(issue) !== undefined && (
      <Button kind="quiet" aria-label={texts.channels.fix.open(issue.field, issue.sku)} onClick={() => onOpen(issue)}>
        {texts.channels.fix.short}
      </Button>
    ),
});
