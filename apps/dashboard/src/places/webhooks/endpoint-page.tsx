import { useParams } from "@tanstack/react-router";
import { useRead } from "../../api/use-read.js";
import { Page } from "../../parts/page.js";
import { PageProblem } from "../../parts/page-problem.js";
import { Waiting } from "../../parts/waiting.js";
import { useMay } from "../../session/use-may.js";
import { texts } from "../../texts/texts.js";
import { DeliveryList } from "./delivery-list.js";
import { EndpointActs } from "./endpoint-acts.js";
import { EndpointFacts } from "./endpoint-facts.js";
import { EndpointStatistics } from "./endpoint-statistics.js";
import { FailingNote } from "./failing-note.js";
import { RecoveryList } from "./recovery-list.js";

const { one } = texts.webhooks;

/** One endpoint: how it stands, how its deliveries went, and what can be done about them. */
export function EndpointPage() {
  const { endpointId } = useParams({ from: "/webhooks/$endpointId" });
  const mayWrite = useMay("updateWebhookEndpoint");
  const { data: endpoint, error, refetch } = useRead("getWebhookEndpoint", { params: { endpoint_id: endpointId } });
  if (!endpoint) return error ? <PageProblem error={error} onRetry={() => void refetch()} /> : <Waiting />;
  return (
    <Page title={endpoint.url} actions={mayWrite && <EndpointActs endpoint={endpoint} />}>
      {endpoint.status === "disabled" && (
        <p className="note bad">
          <strong>{one.disabled}</strong> {endpoint.disabled_reason}
        </p>
      )}
      <FailingNote endpoint={endpoint} />
      <EndpointFacts endpoint={endpoint} />
      <EndpointStatistics endpointId={endpointId} />
      <DeliveryList endpointId={endpointId} />
      <RecoveryList endpointId={endpointId} />
    </Page>
  );
}
