import type { WebhookEndpoint } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { usePages } from "../../api/use-pages.js";
import { Button } from "../../parts/button.js";
import { EmptyState } from "../../parts/empty-state.js";
import { Listing } from "../../parts/listing.js";
import { Moment } from "../../parts/moment.js";
import { Page } from "../../parts/page.js";
import type { Column } from "../../parts/table.js";
import { useMay } from "../../session/use-may.js";
import { texts } from "../../texts/texts.js";
import { EndpointForm } from "./endpoint-form.js";
import { EndpointStatus } from "./endpoint-status.js";

const words = texts.webhooks;

/** The addresses that are told what happened. */
export function WebhooksPage() {
  const mayWrite = useMay("webhooks:write");
  const [isNew, setIsNew] = useState(false);
  const endpoints = usePages("listWebhookEndpoints", {});
  const create = mayWrite && <Button onClick={() => setIsNew(true)}>{words.newEndpoint}</Button>;
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      <Listing
        list={endpoints}
        caption={words.caption}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title={words.empty.title} action={create}>
            <p>{words.empty.sentence}</p>
          </EmptyState>
        }
      />
      {isNew && <EndpointForm onClose={() => setIsNew(false)} />}
    </Page>
  );
}

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
    cell: (endpoint) => (
      <>
        <EndpointStatus endpoint={endpoint} />
        {endpoint.failing_since && (
          <>
            <br />
            <span className="soft">
              {words.failing} <Moment at={endpoint.failing_since} />
            </span>
          </>
        )}
      </>
    ),
  },
];
