import type { Feed } from "@skucast/contracts/feeds/feed";
import type { Run } from "@skucast/contracts/runs/run";
import { useApiList } from "../../api/use-api-list.js";
import { texts } from "../../texts/texts.js";

const words = texts.runs.effect;
const DESTINATIONS_MAX = 200;

interface RecipientsProps {
  readonly deliveries: readonly (Feed["deliveries"][number] | Run["deliveries"][number])[];
}

/** Who receives a feed's files: destinations by name and host, and partners who fetch. */
export function Recipients({ deliveries }: RecipientsProps) {
  const { entries } = useApiList("listDestinations", { query: { limit: DESTINATIONS_MAX } });
  if (deliveries.length === 0) return words.noRecipient;
  const nameOf = (delivery: RecipientsProps["deliveries"][number]): string => {
    if (!("destination_id" in delivery)) return words.pulls[delivery.type];
    const destination = entries.find(({ id }) => id === delivery.destination_id);
    return destination ? words.destination(destination.name, destination.host) : delivery.destination_id;
  };
  return deliveries.map(nameOf).join("; ");
}
