import type { Channel } from "@skucast/contracts/channels/channel";
import { useState } from "react";
import { useApiQuery } from "../../api/use-api-query.js";
import { Badge } from "../../components/badge.js";
import { Button } from "../../components/button.js";
import { IssueSentence, plainIssue } from "../../components/issue-sentence.js";
import { type Column, Table } from "../../components/table.js";
import { fixHintText } from "../../service-messages/issue-text.js";
import { useCan } from "../../session/use-can.js";
import { numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { issuePoints } from "./channel-trends.js";
import { LastDays } from "./count-trend.js";
import { FixAll } from "./fix-all.js";
import { type Cause, proposeFixes } from "./propose-fix.js";
import { useChannelDays } from "./use-channel-days.js";

const { causes: words } = texts.channels;
const { severities } = texts.feeds.run;

interface IssueCausesProps {
  readonly channel: Channel;
  readonly causes: readonly Cause[];
  readonly onShow: (cause: Cause) => void;
}

/** The causes of a channel's issues with their products, and a way to fix all of them at once. */
export function IssueCauses({ channel, causes, onShow }: IssueCausesProps) {
  const [open, setOpen] = useState<Cause | null>(null);
  const canUpdate = useCan("updateChannel");
  const canChange = useCan("updateProduct");
  const { data: profile } = useApiQuery("getChannelProfile", { params: { profile_id: channel.profile } });
  const days = useChannelDays(channel.id) ?? [];
  const fixesOf = (cause: Cause) =>
    proposeFixes(cause, profile).filter(({ type }) => (type === "products" ? canChange : canUpdate));
  const columns: readonly Column<Cause>[] = [
    {
      key: "cause",
      title: words.columns.cause,
      isRowHeader: true,
      cell: (cause) => <IssueSentence issue={cause} profile={profile} />,
    },
    {
      key: "severity",
      title: words.columns.severity,
      isHiddenOnNarrow: true,
      cell: ({ severity }) => <Badge tone={severity === "error" ? "bad" : "warn"}>{severities[severity]}</Badge>,
    },
    { key: "products", title: words.columns.products, align: "end", cell: ({ products }) => numberText(products) },
    {
      key: "trend",
      title: texts.states.trend.title,
      isHiddenOnNarrow: true,
      cell: (cause) => (
        <LastDays
          name={plainIssue(cause, profile)}
          points={issuePoints(days, cause)}
          tone={cause.severity === "error" ? "bad" : "warn"}
        />
      ),
    },
    { key: "hint", title: words.columns.hint, isStackedOnNarrow: true, cell: fixHintText },
    {
      key: "act",
      title: <span className="visually-hidden">{words.columns.act}</span>,
      align: "end",
      cell: (cause) => (
        <span className="actions">
          <Button kind="quiet" aria-label={words.showOf(plainIssue(cause, profile))} onClick={() => onShow(cause)}>
            {words.show}
          </Button>
          {fixesOf(cause).length > 0 && (
            <Button kind="quiet" aria-label={words.fixOf(plainIssue(cause, profile))} onClick={() => setOpen(cause)}>
              {words.fix}
            </Button>
          )}
        </span>
      ),
    },
  ];
  return (
    <>
      <Table caption={words.caption} columns={columns} rows={causes} keyOf={keyOf} />
      {open && <FixAll channel={channel} cause={open} fixes={fixesOf(open)} onClose={() => setOpen(null)} />}
    </>
  );
}

const keyOf = ({ code, field, severity }: Cause): string => `${severity} ${code} ${field}`;
