import { RelativeTime } from "../../components/relative-time.js";
import { texts } from "../../texts/texts.js";

/** When a delivery is tried next; what is due already waits until its endpoint takes more. */
export const NextAttempt = ({ at }: { readonly at: string }) =>
  Date.parse(at) < Date.now() ? texts.webhooks.deliveries.due : <RelativeTime at={at} />;
