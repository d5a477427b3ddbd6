import type { WebhookEndpoint } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { Link } from "@tanstack/react-router";
import { usePages } from "../../api/use-pages.js";
import { ListPlace } from "../../parts/list-place.js";
import type { Column } from "../../parts/table.js";
import { useMay } from "../../session/use-may.js";
import { texts } from "../../texts/texts.js";
import { EndpointForm } from "./endpoint-form.js";
import { EndpointStatus } from "./endpoint-status.js";

const words = texts.webhooks;

/** The addresses that are told what happened. */
export const WebhooksPage = () => (
  <ListPlace
    list={usePages("listWebhookEndpoints", {})}
    words={words}
    columns={COLUMNS}
    mayWrite={useMay("createWebhookEndpoint")}
    form={(close) => <EndpointForm onClose={close} />}
  />
);

const COLUMNS: readonly Column<WebhookEndpoint>[] = [
  {
    key: "url",
    title: words.columns.url,
    isHead: true,
    cell: ({ id, url, description }) => (
      <>
        <Link to="/webhooks/$endpointId" params={{ endpointId: id }}>
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
    isExtra: true,
    cell: ({ event_types }) => (event_types.includes("*") ? words.allEvents : event_types.join(", ")),
  },
  {
    key: "status",
    title: words.columns.status,
    cell: (endpoint) => <EndpointStatus endpoint={endpoint} />,
  },
];
