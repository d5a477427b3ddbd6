import type { Delivery } from "@skucast/contracts/deliveries/delivery";
import { Badge } from "../../parts/badge.js";
import { JsonText } from "../../parts/json-text.js";
import { Moment } from "../../parts/moment.js";
import { texts } from "../../texts/texts.js";

const words = texts.webhooks.delivery;

/** One try: how it ended, how long it took, what was answered. */
export const AttemptView = ({ attempt }: { readonly attempt: Delivery["attempts"][number] }) => (
  <>
    <h3>
      {words.attempt(attempt.number)}{" "}
      <Badge tone={attempt.outcome === "delivered" ? "good" : "bad"}>{words.outcomes[attempt.outcome]}</Badge>
    </h3>
    <p className="soft">
      <Moment at={attempt.started_at} />, {words.took(attempt.duration_ms)}
      {attempt.status_code !== null && `, HTTP ${attempt.status_code}`}
      {attempt.error !== null && `, ${attempt.error}`}
    </p>
    {attempt.response_body !== null && attempt.response_body !== "" && (
      <JsonText label={words.answer} value={attempt.response_body} />
    )}
  </>
);
