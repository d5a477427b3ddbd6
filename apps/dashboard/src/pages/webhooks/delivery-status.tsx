import type { Delivery } from "@skucast/contracts/deliveries/delivery";
import { Badge, type Tone } from "../../components/badge.js";
import { texts } from "../../texts/texts.js";

const TONES = { pending: "warn", delivered: "good", failed: "bad", cancelled: "plain" } as const satisfies Record<
  Delivery["status"],
  Tone
>;

export const DeliveryStatus = ({ status }: Pick<Delivery, "status">) => (
  <Badge tone={TONES[status]}>{texts.webhooks.deliveries.statuses[status]}</Badge>
);
