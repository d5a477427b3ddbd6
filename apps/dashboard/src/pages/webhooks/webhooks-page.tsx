import type { WebhookEndpoint } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { Link } from "@tanstack/react-router";
import { useApiList } from "../../api/use-api-list.js";
import { ListPageWithForm } from "../../components/list-page.js";
import type { Column } from "../../components/table.js";
import { useCan } from "../../session/use-can.js";
import { texts } from "../../texts/texts.js";
import { EndpointForm } from "./endpoint-form.js";
import { EndpointStatus } from "./endpoint-status.js";
import { eventTypesText } from "./event-types-text.js";

const words = texts.webhooks;

export const WebhooksPage = () => (
  <ListPageWithForm
    list={useApiList("listWebhookEndpoints", {})}
    words={words}
    columns={COLUMNS}
    canCreate={useCan("createWebhookEndpoint")}
    form={(close) => <EndpointForm onClose={close} />}
  />
);

const COLUMNS: readonly Column<WebhookEndpoint>[] = [
  {
    key: "url",
    title: words.columns.url,
    isRowHeader: true,
    cell: ({ id, url, description }) => (
      <>
        <Link className="address" to="/webhooks/$endpointId" params={{ endpointId: id }}>
          {url}
        </Link>
        {description !== null && (
          <>
            <br />
            <span className="soft">{description}</span>
          </>
        )}
      </>
    ),
  },
  {
    key: "events",
    title: words.columns.events,
    isHiddenOnNarrow: true,
    cell: ({ event_types }) => eventTypesText(event_types),
  },
  {
    key: "status",
    title: words.columns.status,
    cell: (endpoint) => <EndpointStatus endpoint={endpoint} />,
  },
];
