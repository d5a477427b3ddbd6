import type { Delivery } from "@skucast/contracts/deliveries/delivery";
import { Badge } from "../../components/badge.js";
import { CodeBlock } from "../../components/code-block.js";
import { RelativeTime } from "../../components/relative-time.js";
import { texts } from "../../texts/texts.js";
import { attemptText } from "./attempt-text.js";

const words = texts.webhooks.delivery;

/** One delivery attempt: outcome, duration and response. */
export const AttemptView = ({ attempt }: { readonly attempt: Delivery["attempts"][number] }) => (
  <>
    <h3>
      {words.attempt(attempt.number)}{" "}
      <Badge tone={attempt.outcome === "delivered" ? "good" : "bad"}>{words.outcomes[attempt.outcome]}</Badge>
    </h3>
    <p className="soft">
      <RelativeTime at={attempt.started_at} />, {attemptText(attempt)}
    </p>
    {attempt.response_body !== null && attempt.response_body !== "" && (
      <CodeBlock label={words.answer} value={attempt.response_body} />
    )}
  </>
);
