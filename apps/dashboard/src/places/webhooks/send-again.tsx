import type { Delivery } from "@skucast/contracts/deliveries/delivery";
import { useAct } from "../../api/use-act.js";
import { Button } from "../../parts/button.js";
import { useNotice } from "../../parts/notices.js";
import { texts } from "../../texts/texts.js";

const words = texts.webhooks.delivery;

interface SendAgainProps {
  readonly delivery: Delivery;
  /** Whether it is one of many in a list: then it is short, and its name tells which. */
  readonly isInList?: boolean;
}

/** Sends a delivery again at once, whatever became of it. */
export function SendAgain({ delivery, isInList = false }: SendAgainProps) {
  const [retry, tell] = [useAct("retryDelivery"), useNotice()];
  const send = () =>
    retry.mutate(
      { params: { delivery_id: delivery.id } },
      { onSuccess: () => tell(words.resent), onError: (error) => tell(error.message) },
    );
  return (
    <Button
      kind={isInList ? "quiet" : "main"}
      isBusy={retry.isPending}
      aria-label={isInList ? words.resendOne(delivery.id) : undefined}
      onClick={send}
    >
      {isInList ? words.again : words.resend}
    </Button>
  );
}
