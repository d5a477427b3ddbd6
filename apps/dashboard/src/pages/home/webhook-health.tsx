import type { WebhookEndpoint } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";

import { callRoute, type ResponseOf } from "../../api/client.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { Card } from "../../components/card.js";
import { HOUR_MS } from "../../components/charts/time-window.js";
import { type Column, Table } from "../../components/table.js";
import { importOnDemand } from "../../load-on-demand.js";
import { texts } from "../../texts/first-view.js";
import { numberText, percentText } from "../../texts/format.js";
import { EndpointStatus } from "../webhooks/endpoint-status.js";
import { HOME_ROWS_MAX } from "./rows-max.js";
import { sumStatistics } from "./sum-statistics.js";

const words = texts.home.webhooks;
/** Loaded after the tables: it brings the scales of charts. */
const DeliveryChart = importOnDemand(() => import("./delivery-chart.js"), "DeliveryChart");
const REFRESH_MS = 30_000;

interface EndpointRow {
  readonly endpoint: WebhookEndpoint;
  readonly statistics: ResponseOf<"getWebhookStatistics"> | undefined;
}

/** Deliveries of the last 24 hours to the first endpoints, in total and per endpoint. */
export function WebhookHealth() {
  const { data } = useApiQuery("listWebhookEndpoints", { query: { limit: HOME_ROWS_MAX } }, { intervalMs: REFRESH_MS });
  const endpoints = data?.data ?? [];
  const answers = useQueries({
    queries: endpoints.map(({ id }) => {
      const sent = { params: { endpoint_id: id }, query: { bucket: "hour" } };
      return {
        queryKey: ["getWebhookStatistics", sent],
        queryFn: ({ signal }: { signal: AbortSignal }) => callRoute("getWebhookStatistics", { ...sent, signal }),
        refetchInterval: REFRESH_MS,
      };
    }),
  });
  const rows = endpoints.map((endpoint, i) => ({ endpoint, statistics: answers[i]?.data }));
  const known = rows.flatMap(({ statistics }) => statistics ?? []);
  const counts = sumStatistics(known);
  const [first] = known;
  if (!data) return null;
  return (
    <Card title={words.title}>
      {rows.length === 0 ? (
        <p className="soft">
          {words.none} <Link to="/webhooks">{words.create}</Link>
        </p>
      ) : (
        <>
          {first && counts.length > 0 && (
            <DeliveryChart
              counts={counts}
              window={{ ...first, bucketMs: HOUR_MS }}
              whileLoading={<div className="skeleton chart" aria-hidden="true" />}
            />
          )}
          <Table caption={words.caption} columns={COLUMNS} rows={rows} keyOf={({ endpoint }) => endpoint.id} />
        </>
      )}
    </Card>
  );
}

const COLUMNS: readonly Column<EndpointRow>[] = [
  {
    key: "endpoint",
    title: words.columns.endpoint,
    isRowHeader: true,
    cell: ({ endpoint }) => (
      <Link className="address" to="/webhooks/$endpointId" params={{ endpointId: endpoint.id }}>
        {endpoint.url}
      </Link>
    ),
  },
  {
    key: "status",
    title: words.columns.status,
    isStackedOnNarrow: true,
    cell: ({ endpoint }) => <EndpointStatus endpoint={endpoint} />,
  },
  {
    key: "attempts",
    title: words.columns.attempts,
    isHiddenOnNarrow: true,
    align: "end",
    cell: ({ statistics }) => statistics && numberText(statistics.total.attempts),
  },
  {
    key: "rate",
    title: words.columns.rate,
    align: "end",
    cell: ({ statistics }) =>
      statistics &&
      (statistics.total.success_rate === null ? (
        <span className="soft">{words.nothingSent}</span>
      ) : (
        percentText(statistics.total.success_rate)
      )),
  },
];
