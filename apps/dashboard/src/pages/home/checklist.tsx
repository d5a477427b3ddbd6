import { Link } from "@tanstack/react-router";
import { useApiQuery } from "../../api/use-api-query.js";
import { Badge } from "../../components/badge.js";
import { Card } from "../../components/card.js";
import { importOnDemand } from "../../load-on-demand.js";
import { texts } from "../../texts/first-view.js";
import { firstSteps } from "./first-steps.js";
import type { FeedRuns } from "./use-feed-runs.js";

const words = texts.home.checklist;
const LoadSamples = importOnDemand(() => import("../../samples/load-samples.js"), "LoadSamples");
const FIRST_ENTRY = { query: { limit: 1 } } as const;
const DESTINATIONS = { query: { limit: 100 } } as const;

/** The steps to the first delivered file; nothing after it was delivered. */
export function Checklist({ feeds }: { readonly feeds: readonly FeedRuns[] | undefined }) {
  const products = useApiQuery("listProducts", FIRST_ENTRY);
  const channels = useApiQuery("listChannels", FIRST_ENTRY);
  const destinations = useApiQuery("listDestinations", DESTINATIONS);
  const known = [products, channels, destinations];
  const areRunsKnown = feeds?.every(({ runs }) => runs !== undefined);
  if (!feeds || !areRunsKnown || known.some(({ data }) => data === undefined)) {
    // Without a feed, there are steps to show for sure.
    return feeds?.length === 0 && <div className="skeleton block" />;
  }
  const hasDelivered = feeds.some(({ runs }) =>
    runs?.some(({ deliveries }) => deliveries.some(({ status }) => status === "delivered")),
  );
  const countOf = ({ data }: { data?: { data: unknown[] } | undefined }) => data?.data.length ?? 0;
  const steps = firstSteps({
    products: countOf(products),
    channels: countOf(channels),
    hasDelivered,
    destinations: destinations.data?.data ?? [],
    feeds: feeds.length,
  });
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return null;
  return (
    <Card title={words.title}>
      <p>{words.lead}</p>
      <progress max={steps.length} value={done} aria-label={words.progress(done, steps.length)} />
      <ol className="steps">
        {steps.map(({ title, why, to, isDone }) => (
          <li key={title}>
            <Badge tone={isDone ? "good" : "plain"}>{isDone ? words.done : words.open}</Badge>{" "}
            <Link to={to}>{title}</Link> <span className="soft">{why}</span>{" "}
            {to === "/products" && !isDone && <LoadSamples />}
          </li>
        ))}
      </ol>
    </Card>
  );
}
