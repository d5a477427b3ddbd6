import type { Channel } from "@skucast/contracts/channels/channel";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useApiList } from "../../api/use-api-list.js";
import { Button } from "../../components/button.js";
import { useCan } from "../../session/use-can.js";
import { texts } from "../../texts/texts.js";
import { FeedForm } from "../feeds/feed-form.js";
import { useFeedsWithoutAccess } from "../feeds/use-feeds-without-access.js";

/** The feeds that build the channel's files. */
export const useChannelFeeds = (channelId: string) =>
  useApiList("listFeeds", { query: { channel_id: channelId, limit: 20 } });

/** Links to the channel's feeds. */
export const FeedLinks = ({ channelId }: { readonly channelId: string }) =>
  useChannelFeeds(channelId).entries.map(({ id, name }) => (
    <Link key={id} to="/feeds/$feedId" params={{ feedId: id }}>
      {texts.channels.one.feed(name)}
    </Link>
  ));

/** Those of the channel's feeds that no partner can fetch yet; undefined while loading. */
export const useFeedsToOpen = (channelId: string) => useFeedsWithoutAccess(useChannelFeeds(channelId).entries);

/** The feeds that no partner can fetch yet, each with a link to the page where it gets a credential. */
export const FeedsToOpen = ({ channelId }: { readonly channelId: string }) =>
  useFeedsToOpen(channelId)?.map(({ id, name }) => (
    <p key={id} className="note warn">
      {texts.channels.one.noAccess(name)}{" "}
      <Link to="/feeds/$feedId" params={{ feedId: id }}>
        {texts.channels.one.giveAccess}
      </Link>
    </p>
  ));

/** The next step for a channel whose products reach no partner yet. Nothing once it has a feed. */
export function CreateFeed({ channel }: { readonly channel: Channel }) {
  const [isOpen, setIsOpen] = useState(false);
  const canCreate = useCan("createFeed");
  const { entries, isPending } = useChannelFeeds(channel.id);
  if (!canCreate || isPending || entries.length > 0) return null;
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{texts.feeds.newOne}</Button>
      {isOpen && <FeedForm channels={[channel]} onClose={() => setIsOpen(false)} />}
    </>
  );
}
