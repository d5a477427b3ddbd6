import { useParams } from "@tanstack/react-router";
import { useRead } from "../../api/use-read.js";
import { CopyButton } from "../../parts/copy-button.js";
import { Facts } from "../../parts/facts.js";
import { Moment } from "../../parts/moment.js";
import { Page } from "../../parts/page.js";
import { ProblemNote } from "../../parts/problem-note.js";
import { Waiting } from "../../parts/waiting.js";
import { useMay } from "../../session/use-may.js";
import { texts } from "../../texts/texts.js";
import { DeliveryList } from "./delivery-list.js";
import { EndpointActs } from "./endpoint-acts.js";
import { EndpointStatistics } from "./endpoint-statistics.js";
import { EndpointStatus } from "./endpoint-status.js";
import { RecoveryList } from "./recovery-list.js";

const { one, allEvents } = texts.webhooks;

/** One endpoint: how it stands, how its deliveries went, and what can be done about them. */
export function EndpointPage() {
  const { endpointId } = useParams({ from: "/webhooks/$endpointId" });
  const mayWrite = useMay("webhooks:write");
  const { data: endpoint, error, refetch } = useRead("getWebhookEndpoint", { params: { endpoint_id: endpointId } });
  if (!endpoint) return error ? <ProblemNote error={error} onRetry={() => void refetch()} /> : <Waiting />;
  const { facts } = one;
  return (
    <Page title={endpoint.url} actions={mayWrite && <EndpointActs endpoint={endpoint} />}>
      {endpoint.status === "disabled" && (
        <p className="note bad">
          <strong>{one.disabled}</strong> {endpoint.disabled_reason}
        </p>
      )}
      <div className="sheet">
        <Facts
          facts={[
            [facts.status, <EndpointStatus key="status" endpoint={endpoint} />],
            [facts.description, endpoint.description ?? texts.general.none],
            [facts.events, endpoint.event_types.includes("*") ? allEvents : endpoint.event_types.join(", ")],
            [facts.rate, endpoint.rate_per_second ?? one.unlimited],
            [
              facts.failing,
              endpoint.failing_since ? <Moment key="at" at={endpoint.failing_since} /> : texts.general.never,
            ],
            [facts.formerKeys, endpoint.former_keys.length],
            [facts.created, <Moment key="made" at={endpoint.created_at} />],
            [facts.publicKey, endpoint.public_key && <CopyButton key="key" text={endpoint.public_key} />],
          ]}
        />
      </div>
      <EndpointStatistics endpointId={endpointId} />
      <DeliveryList endpointId={endpointId} />
      <RecoveryList endpointId={endpointId} />
    </Page>
  );
}
