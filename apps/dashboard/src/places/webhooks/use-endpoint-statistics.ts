import { useRead } from "../../api/use-read.js";

const REFRESH_MS = 30_000;

/** How deliveries to an endpoint went in the last day, hour by hour; shared by all who show something of it. */
export const useEndpointStatistics = (endpointId: string) =>
  useRead(
    "getWebhookStatistics",
    { params: { endpoint_id: endpointId }, query: { bucket: "hour" } },
    { everyMs: REFRESH_MS },
  );
