import type { Destination } from "@skucast/contracts/destinations/destination";
import type { Run } from "@skucast/contracts/runs/run";
import type { WebhookEndpoint } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { texts } from "../../texts/first-view.js";

const words = texts.home.attention;

/** Something that a person must decide or repair. */
export interface AttentionItem {
  readonly key: string;
  readonly tone: "bad" | "warn";
  readonly text: string;
  /** The page with the next action, and its label. */
  readonly to: string;
  readonly action: string;
}

interface FeedState {
  readonly feed: { readonly name: string };
  /** Newest first. */
  readonly runs: readonly Pick<Run, "id" | "status">[] | undefined;
}

interface ChannelErrors {
  readonly id: string;
  readonly name: string;
  /** Products that are left out of the channel's files. */
  readonly invalid: number;
}

interface SourceHealth {
  readonly id: string;
  readonly name: string;
  readonly health: string;
}

export interface WorkspaceState {
  readonly feeds: readonly FeedState[];
  readonly endpoints: readonly Pick<WebhookEndpoint, "id" | "url" | "status" | "failing_since">[];
  readonly destinations: readonly Pick<Destination, "id" | "name" | "last_test">[];
  readonly sources: readonly SourceHealth[];
  /** Those whose files no partner can fetch yet. */
  readonly withoutAccess: readonly { readonly id: string; readonly name: string }[];
  readonly channels: readonly ChannelErrors[];
}

/**
 * What needs a person, the most harmful first: files that partners do not get, then events that systems do not get, then
 * data that does not arrive, then products that are left out.
 */
export function attentionItems(state: WorkspaceState): readonly AttentionItem[] {
  return [
    ...state.feeds.flatMap(feedItems),
    ...state.withoutAccess.map(accessItem),
    ...state.destinations.flatMap(destinationItems),
    ...state.endpoints.flatMap(endpointItems),
    ...state.sources.flatMap(sourceItems),
    ...state.channels.flatMap(channelItems),
  ];
}

function feedItems({ feed, runs }: FeedState): AttentionItem[] {
  const [last] = runs ?? [];
  if (last?.status === "held")
    return [{ key: last.id, tone: "bad", text: words.held(feed.name), to: `/runs/${last.id}`, action: words.decide }];
  if (last?.status === "failed" || last?.status === "succeeded_with_errors") {
    const text = last.status === "failed" ? words.failed(feed.name) : words.undelivered(feed.name);
    return [{ key: last.id, tone: "bad", text, to: `/runs/${last.id}`, action: words.seeWhy }];
  }
  return [];
}

const accessItem = ({ id, name }: WorkspaceState["withoutAccess"][number]): AttentionItem => ({
  key: id,
  tone: "bad",
  text: words.noAccess(name),
  to: `/feeds/${id}`,
  action: words.giveAccess,
});

const destinationItems = ({ id, name, last_test }: WorkspaceState["destinations"][number]): AttentionItem[] =>
  last_test?.status === "failed"
    ? [{ key: id, tone: "bad", text: words.destination(name), to: `/destinations/${id}`, action: words.seeWhy }]
    : [];

function endpointItems({ id, url, status, failing_since }: WorkspaceState["endpoints"][number]): AttentionItem[] {
  const to = `/webhooks/${id}`;
  if (status === "disabled") return [{ key: id, tone: "bad", text: words.disabled(url), to, action: words.repair }];
  if (failing_since === null) return [];
  return [{ key: id, tone: "bad", text: words.failing(url), to, action: words.seeWhy }];
}

function sourceItems({ id, name, health }: SourceHealth): AttentionItem[] {
  const to = `/sources/${id}`;
  if (health === "held") return [{ key: id, tone: "warn", text: words.sourceHeld(name), to, action: words.decide }];
  if (health === "failing")
    return [{ key: id, tone: "warn", text: words.sourceFailing(name), to, action: words.seeWhy }];
  return [];
}

const channelItems = ({ id, name, invalid }: ChannelErrors): AttentionItem[] =>
  invalid > 0
    ? [{ key: id, tone: "warn", text: words.invalid(name, invalid), to: `/channels/${id}`, action: words.fix }]
    : [];
