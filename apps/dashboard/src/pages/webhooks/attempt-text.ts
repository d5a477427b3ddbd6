import type { Delivery } from "@skucast/contracts/deliveries/delivery";
import { numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";

const words = texts.webhooks.delivery;

/** What came of an attempt: the answer and how soon it came, or why there was none. */
export function attemptText({
  status_code: code,
  error,
  duration_ms: ms,
  outcome,
}: Delivery["attempts"][number]): string {
  if (code === null) return error ?? words.outcomes[outcome];
  return words.answered(code, numberText(ms), error);
}
