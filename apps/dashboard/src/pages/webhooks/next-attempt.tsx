import { RelativeTime } from "../../components/relative-time.js";
import { texts } from "../../texts/texts.js";

/** When the next attempt is due. An overdue attempt waits for capacity of the endpoint. */
export const NextAttempt = ({ at }: { readonly at: string }) =>
  Date.parse(at) < Date.now() ? texts.webhooks.deliveries.due : <RelativeTime at={at} isPlanned />;
