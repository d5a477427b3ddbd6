import type { Channel } from "@skucast/contracts/channels/channel";
import { useParams, useSearch } from "@tanstack/react-router";
import { useApiQuery } from "../../api/use-api-query.js";
import { Loading } from "../../components/loading.js";
import { Page } from "../../components/page.js";
import { PageError } from "../../components/page-error.js";
import { StatusBadge } from "../../components/status-badge.js";
import { useCan } from "../../session/use-can.js";
import { texts } from "../../texts/texts.js";
import { ChannelActions } from "./channel-actions.js";
import { CreateFeed, FeedLinks, FeedsToOpen, useChannelFeeds, useFeedsToOpen } from "./channel-feeds.js";
import { ChannelForm } from "./channel-form.js";
import { ChannelIssues, useChannelIssues } from "./channel-issues.js";
import { ChannelOverview } from "./channel-overview.js";
import { ChannelTabs, channelTabOf } from "./channel-tabs.js";
import { PublicDirectory } from "./public-directory.js";
import { useChannelStatistics } from "./use-channel-days.js";

export function ChannelPage() {
  const { channelId } = useParams({ from: "/channels/$channelId" });
  const { data: channel, error, refetch } = useApiQuery("getChannel", { params: { channel_id: channelId } });
  const parts = [useChannelIssues(channelId), useChannelStatistics(channelId), useChannelFeeds(channelId)];
  const toOpen = useFeedsToOpen(channelId);
  if (error && !channel) return <PageError error={error} onRetry={() => void refetch()} />;
  // Its parts appear together: one after the other, they would push each other down.
  if (!channel || parts.some(({ isPending }) => isPending) || !toOpen) return <Loading />;
  return <ShownChannel channel={channel} />;
}

function ShownChannel({ channel }: { readonly channel: Channel }) {
  const canWrite = useCan("updateChannel");
  const tab = channelTabOf(useSearch({ from: "/channels/$channelId" }).tab);
  return (
    <Page
      title={channel.name}
      lead={
        <span className="actions">
          <StatusBadge status={channel.status} words={texts.states.channel} />
          <FeedLinks channelId={channel.id} />
        </span>
      }
      actions={
        <>
          <CreateFeed channel={channel} />
          {canWrite && <ChannelActions channel={channel} />}
        </>
      }
    >
      <FeedsToOpen channelId={channel.id} />
      <ChannelTabs channelId={channel.id} />
      {tab === "overview" && <ChannelOverview channel={channel} />}
      {tab === "issues" && <ChannelIssues channel={channel} />}
      <ChannelForm key={channel.id} channel={channel} tab={tab} isDisabled={!canWrite} />
      {tab === "settings" && <PublicDirectory channel={channel} canWrite={canWrite} />}
    </Page>
  );
}
