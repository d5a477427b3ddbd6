import { Link } from "@tanstack/react-router";
import { useApiQuery } from "../../api/use-api-query.js";
import { Badge } from "../../components/badge.js";
import { Card } from "../../components/card.js";
import { importOnDemand } from "../../load-on-demand.js";
import { useSession } from "../../session/session.js";
import { texts } from "../../texts/first-view.js";
import { firstSteps } from "./first-steps.js";
import type { FeedRuns } from "./use-feed-runs.js";

const words = texts.home.checklist;
const LoadSamples = importOnDemand(() => import("../../samples/load-samples.js"), "LoadSamples");
const FIRST_ENTRY = { query: { limit: 1 } } as const;
const DESTINATIONS = { query: { limit: 100 } } as const;

/** The steps to the first delivered file; nothing after it was delivered. */
export function Checklist({ feeds }: { readonly feeds: readonly FeedRuns[] | undefined }) {
  const { can_manage } = useSession();
  const keys = useApiQuery("listApiKeys", FIRST_ENTRY, { isEnabled: can_manage });
  const products = useApiQuery("listProducts", FIRST_ENTRY);
  const channels = useApiQuery("listChannels", FIRST_ENTRY);
  const destinations = useApiQuery("listDestinations", DESTINATIONS);
  const known = [products, channels, destinations, ...(can_manage ? [keys] : [])];
  const areRunsKnown = feeds?.every(({ runs }) => runs !== undefined);
  if (!feeds || !areRunsKnown || known.some(({ data }) => data === undefined)) return null;
  const hasDelivered = feeds.some(({ runs }) =>
    runs?.some(({ deliveries }) => deliveries.some(({ status }) => status === "delivered")),
  );
  const countOf = ({ data }: { data?: { data: unknown[] } | undefined }) => data?.data.length ?? 0;
  const steps = firstSteps({
    keys: countOf(keys),
    products: countOf(products),
    channels: countOf(channels),
    hasDelivered,
    destinations: destinations.data?.data ?? [],
    feeds: feeds.length,
    canManage: can_manage,
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
