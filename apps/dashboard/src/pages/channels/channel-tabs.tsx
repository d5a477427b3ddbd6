import { Link } from "@tanstack/react-router";
import { texts } from "../../texts/texts.js";

const words = texts.channels.tabs;
const TABS = ["overview", "issues", "rules", "settings"] as const;
export type ChannelTab = (typeof TABS)[number];

/** The tab that a URL names; the first one if it names none. */
export const channelTabOf = (name: string | undefined): ChannelTab => TABS.find((tab) => tab === name) ?? "overview";

/** The parts of a channel's page. Tabs are links, so that each has a URL; unsaved changes survive them. */
export const ChannelTabs = ({ channelId }: { readonly channelId: string }) => (
  <nav className="tabs" aria-label={words.label}>
    {TABS.map((tab) => (
      <Link
        key={tab}
        to="/channels/$channelId"
        params={{ channelId }}
        search={{ tab: tab === "overview" ? undefined : tab }}
        activeOptions={{ includeSearch: true, explicitUndefined: true }}
        replace
        ignoreBlocker
        resetScroll={false}
      >
        {words[tab]}
      </Link>
    ))}
  </nav>
);
