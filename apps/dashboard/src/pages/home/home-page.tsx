import { useApiQuery } from "../../api/use-api-query.js";
import { Loading } from "../../components/loading.js";
import { Page } from "../../components/page.js";
import { SamplesInCatalog } from "../../samples/samples-in-catalog.js";
import { useSession } from "../../session/session.js";
import { useCan } from "../../session/use-can.js";
import { texts } from "../../texts/first-view.js";
import { ChannelHealth } from "./channel-health.js";
import { Checklist } from "./checklist.js";
import { FeedHealth } from "./feed-health.js";
import { NeedsAttention } from "./needs-attention.js";
import { HOME_ROWS_MAX } from "./rows-max.js";
import { useFeedRuns } from "./use-feed-runs.js";
import { WebhookHealth } from "./webhook-health.js";

const FIRST_ROWS = { query: { limit: HOME_ROWS_MAX } } as const;

/**
 * What needs attention, the health of channels, feeds and webhooks, remaining setup steps, and whether there are sample
 * products. What is at the top is known before anything is shown, or has its space reserved; the rest follows below.
 */
export function HomePage() {
  const { workspace } = useSession();
  const canSetUp = useCan("createDestination");
  const feeds = useFeedRuns();
  const first = [useApiQuery("listFeeds", FIRST_ROWS), useApiQuery("listChannels", FIRST_ROWS)];
  const isNew = feeds?.length === 0;
  const checklist = canSetUp && <Checklist feeds={feeds} />;
  return (
    <Page title={workspace.name} lead={texts.home.lead}>
      {first.some(({ isPending }) => isPending) ? (
        <Loading />
      ) : (
        <>
          {isNew && checklist}
          <NeedsAttention feeds={feeds} />
          <ChannelHealth />
          <FeedHealth feeds={feeds} />
          <WebhookHealth />
          {!isNew && checklist}
          <SamplesInCatalog isEnabled={feeds !== undefined} />
        </>
      )}
    </Page>
  );
}
