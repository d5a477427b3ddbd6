import type { Delivery } from "@skucast/contracts/deliveries/delivery";
import { messageText } from "../../service-messages/message-text.js";
import { numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";

const words = texts.webhooks.delivery;

/** The response of an attempt and its duration, or why there was no response. */
export function attemptText({
  status_code: code,
  error,
  duration_ms: ms,
  outcome,
}: Delivery["attempts"][number]): string {
  if (code === null) return error === null ? words.outcomes[outcome] : messageText(error);
  return words.answered(code, numberText(ms), error);
}
