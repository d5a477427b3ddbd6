import { PAGE_SIZE_MAX } from "@skucast/contracts/list-limits";
import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { callRoute } from "../../api/client.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { Badge } from "../../components/badge.js";
import { Card } from "../../components/card.js";
import { KeptSpace } from "../../components/kept-space.js";
import { texts } from "../../texts/first-view.js";
import { useFeedsWithoutAccess } from "../feeds/use-feeds-without-access.js";
import { attentionItems } from "./attention.js";
import { HOME_ROWS_MAX } from "./rows-max.js";
import type { FeedRuns } from "./use-feed-runs.js";

const words = texts.home.attention;
const ALL = { query: { limit: PAGE_SIZE_MAX } } as const;

/** What needs a person, the most harmful first, each with a link to its next action. */
export function NeedsAttention({ feeds }: { readonly feeds: readonly FeedRuns[] | undefined }) {
  const endpoints = useApiQuery("listWebhookEndpoints", ALL);
  const destinations = useApiQuery("listDestinations", ALL);
  const sources = useApiQuery("listSources", ALL);
  const channels = useChannelErrors();
  const withoutAccess = useFeedsWithoutAccess(feeds?.map(({ feed }) => feed) ?? []);
  const areRunsKnown = feeds?.every(({ runs }) => runs !== undefined);
  const items =
    feeds && areRunsKnown && endpoints.data && destinations.data && sources.data && channels && withoutAccess
      ? attentionItems({
          feeds,
          channels,
          endpoints: endpoints.data.data,
          destinations: destinations.data.data,
          sources: sources.data.data,
          withoutAccess,
        })
      : null;
  return (
    <KeptSpace name="attention" isLoading={items === null}>
      <Card title={words.title}>{items === null ? <div className="skeleton row" /> : <ItemList items={items} />}</Card>
    </KeptSpace>
  );
}

const ItemList = ({ items }: { readonly items: ReturnType<typeof attentionItems> }) =>
  items.length === 0 ? (
    <p>
      <Badge tone="good">{words.good}</Badge> {words.nothing}
    </p>
  ) : (
    <ul className="attention">
      {items.map(({ key, tone, text, to, action }) => (
        <li key={key}>
          <Badge tone={tone}>{words.tones[tone]}</Badge>
          <span>{text}</span>
          <Link className="button quiet" to={to} aria-label={words.actionOn(action, text)}>
            {action}
          </Link>
        </li>
      ))}
    </ul>
  );

/** The first channels with the number of products that are left out; undefined while loading. */
function useChannelErrors() {
  const { data } = useApiQuery("listChannels", { query: { limit: HOME_ROWS_MAX } });
  const channels = (data?.data ?? []).filter(({ status }) => status !== "archived");
  const answers = useQueries({
    queries: channels.map(({ id }) => {
      const sent = { params: { channel_id: id }, query: { limit: 1 } };
      return {
        queryKey: ["listChannelIssues", sent],
        queryFn: ({ signal }: { signal: AbortSignal }) => callRoute("listChannelIssues", { ...sent, signal }),
      };
    }),
  });
  if (!data || answers.some(({ data: issues, error }) => !issues && !error)) return undefined;
  return channels.map(({ id, name }, i) => ({ id, name, invalid: answers[i]?.data?.summary?.invalid ?? 0 }));
}
