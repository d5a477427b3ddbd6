import { useApiQuery } from "../../api/use-api-query.js";

const REFRESH_MS = 30_000;

/** How deliveries to an endpoint went in the last day, hour by hour; shared by all who show something of it. */
export const useEndpointStatistics = (endpointId: string) =>
  useApiQuery(
    "getWebhookStatistics",
    { params: { endpoint_id: endpointId }, query: { bucket: "hour" } },
    { intervalMs: REFRESH_MS },
  );
