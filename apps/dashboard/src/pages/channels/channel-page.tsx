import type { Channel } from "@skucast/contracts/channels/channel";
import { useParams } from "@tanstack/react-router";
import { useApiQuery } from "../../api/use-api-query.js";
import { Loading } from "../../components/loading.js";
import { Page } from "../../components/page.js";
import { PageError } from "../../components/page-error.js";
import { StatusBadge } from "../../components/status-badge.js";
import { useCan } from "../../session/use-can.js";
import { texts } from "../../texts/texts.js";
import { ChannelActions } from "./channel-actions.js";
import { ChannelForm } from "./channel-form.js";
import { ChannelIssues, useChannelIssues } from "./channel-issues.js";
import { PublicDirectory } from "./public-directory.js";
import { useChannelStatistics } from "./use-channel-days.js";

export function ChannelPage() {
  const { channelId } = useParams({ from: "/channels/$channelId" });
  const { data: channel, error, refetch } = useApiQuery("getChannel", { params: { channel_id: channelId } });
  const parts = [useChannelIssues(channelId), useChannelStatistics(channelId)];
  if (error && !channel) return <PageError error={error} onRetry={() => void refetch()} />;
  // Its parts appear together: one after the other, they would push each other down.
  if (!channel || parts.some(({ isPending }) => isPending)) return <Loading />;
  return <ShownChannel channel={channel} />;
}

function ShownChannel({ channel }: { readonly channel: Channel }) {
  const canWrite = useCan("updateChannel");
  return (
    <Page
      title={channel.name}
      lead={<StatusBadge status={channel.status} words={texts.states.channel} />}
      actions={canWrite && <ChannelActions channel={channel} />}
    >
      <ChannelIssues channel={channel} />
      <ChannelForm key={channel.id} channel={channel} isDisabled={!canWrite} />
      <PublicDirectory channel={channel} canWrite={canWrite} />
    </Page>
  );
}
