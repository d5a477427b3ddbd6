import { useApiQuery } from "../../api/use-api-query.js";

const REFRESH_MS = 30_000;

/** Statistics of an endpoint for the last 24 hours, by hour. */
export const useEndpointStatistics = (endpointId: string) =>
  useApiQuery(
    "getWebhookStatistics",
    { params: { endpoint_id: endpointId }, query: { bucket: "hour" } },
    { intervalMs: REFRESH_MS },
  );
