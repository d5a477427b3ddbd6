import { Page } from "../../components/page.js";
import { SamplesInCatalog } from "../../samples/samples-in-catalog.js";
import { useSession } from "../../session/session.js";
import { useCan } from "../../session/use-can.js";
import { texts } from "../../texts/first-view.js";
import { ChannelHealth } from "./channel-health.js";
import { Checklist } from "./checklist.js";
import { FeedHealth } from "./feed-health.js";
import { NeedsAttention } from "./needs-attention.js";
import { useFeedRuns } from "./use-feed-runs.js";
import { WebhookHealth } from "./webhook-health.js";

/** Remaining setup steps, whether there are sample products, and the health of channels, feeds and webhooks. */
export function HomePage() {
  const { workspace } = useSession();
  const canSetUp = useCan("createDestination");
  const feeds = useFeedRuns();
  return (
    <Page title={workspace.name} lead={texts.home.lead}>
      {canSetUp && <Checklist feeds={feeds} />}
      <SamplesInCatalog isEnabled={feeds !== undefined} />
      <NeedsAttention feeds={feeds} />
      <ChannelHealth />
      <FeedHealth feeds={feeds} />
      <WebhookHealth />
    </Page>
  );
}
