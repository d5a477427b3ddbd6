import { useParams } from "@tanstack/react-router";
import { useApiQuery } from "../../api/use-api-query.js";
import { BoundNote } from "../../components/bound-note.js";
import { Loading } from "../../components/loading.js";
import { Page } from "../../components/page.js";
import { PageError } from "../../components/page-error.js";
import { useCan } from "../../session/use-can.js";
import { texts } from "../../texts/texts.js";
import { DeliveryList } from "./delivery-list.js";
import { EndpointActions } from "./endpoint-actions.js";
import { EndpointDetails } from "./endpoint-details.js";
import { EndpointStatistics } from "./endpoint-statistics.js";
import { FailingNote } from "./failing-note.js";
import { RecoveryList } from "./recovery-list.js";
import { useEndpointStatistics } from "./use-endpoint-statistics.js";

const { one } = texts.webhooks;

export function EndpointPage() {
  const { endpointId } = useParams({ from: "/webhooks/$endpointId" });
  const canWrite = useCan("updateWebhookEndpoint");
  const { data: endpoint, error, refetch } = useApiQuery("getWebhookEndpoint", { params: { endpoint_id: endpointId } });
  const statistics = useEndpointStatistics(endpointId);
  if (error && !endpoint) return <PageError error={error} onRetry={() => void refetch()} />;
  // Its parts appear together: one after the other, they would push each other down.
  if (!endpoint || statistics.isPending) return <Loading />;
  return (
    <Page title={endpoint.url} actions={canWrite && <EndpointActions endpoint={endpoint} />}>
      {endpoint.status === "disabled" && (
        <p className="note bad">
          <strong>{one.disabled}</strong> {endpoint.disabled_reason}
        </p>
      )}
      <FailingNote endpoint={endpoint} />
      <BoundNote
        boundTo={endpoint.bound_to}
        keep={
          canWrite && endpoint.status === "active"
            ? {
                route: "updateWebhookEndpoint",
                request: { params: { endpoint_id: endpointId }, body: { status: "active" } },
              }
            : null
        }
      />
      <EndpointDetails endpoint={endpoint} />
      <EndpointStatistics endpointId={endpointId} />
      <DeliveryList endpointId={endpointId} />
      <RecoveryList endpointId={endpointId} />
    </Page>
  );
}
