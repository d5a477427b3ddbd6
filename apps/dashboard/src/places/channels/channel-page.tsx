import type { Channel } from "@skucast/contracts/channels/channel";
import { useParams } from "@tanstack/react-router";
import { useRead } from "../../api/use-read.js";
import { useOpened } from "../../forms/use-opened.js";
import { Page } from "../../parts/page.js";
import { PageProblem } from "../../parts/page-problem.js";
import { StateBadge } from "../../parts/state-badge.js";
import { Waiting } from "../../parts/waiting.js";
import { useMay } from "../../session/use-may.js";
import { texts } from "../../texts/texts.js";
import { ChannelActs } from "./channel-acts.js";
import { draftOf } from "./channel-draft.js";
import { ChannelForm } from "./channel-form.js";
import { ChannelIssues } from "./channel-issues.js";
import { PublicDirectory } from "./public-directory.js";

/** One channel: what it publishes and how, tried out while it is changed. */
export function ChannelPage() {
  const { channelId } = useParams({ from: "/channels/$channelId" });
  const { data: channel, error, refetch } = useRead("getChannel", { params: { channel_id: channelId } });
  if (!channel) return error ? <PageProblem error={error} onRetry={() => void refetch()} /> : <Waiting />;
  return <ShownChannel channel={channel} />;
}

function ShownChannel({ channel }: { readonly channel: Channel }) {
  const mayWrite = useMay("updateChannel");
  const { opened, formKey, onTyped } = useOpened(channel, draftOf);
  return (
    <Page
      title={channel.name}
      lead={<StateBadge status={channel.status} words={texts.channels.statuses} />}
      actions={mayWrite && <ChannelActs channel={channel} />}
    >
      <ChannelForm key={formKey} channel={opened} isOff={!mayWrite} onTyped={onTyped} />
      <ChannelIssues channel={channel} />
      <PublicDirectory channel={channel} mayWrite={mayWrite} />
    </Page>
  );
}
