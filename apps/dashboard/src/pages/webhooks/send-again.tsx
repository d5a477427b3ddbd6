import type { Delivery } from "@skucast/contracts/deliveries/delivery";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { Button } from "../../components/button.js";
import { useNotice } from "../../components/notices.js";
import { problemText } from "../../service-messages/problem-text.js";
import { texts } from "../../texts/texts.js";

const words = texts.webhooks.delivery;

interface SendAgainProps {
  readonly delivery: Delivery;
  /** In a list, the button is secondary and its accessible name contains the delivery id. */
  readonly isInList?: boolean;
}

/** Sends a delivery again immediately, whatever its status. */
export function SendAgain({ delivery, isInList = false }: SendAgainProps) {
  const retry = useApiMutation("retryDelivery");
  const notify = useNotice();
  const send = () =>
    retry.mutate(
      { params: { delivery_id: delivery.id } },
      { onSuccess: () => notify(words.resent), onError: (error) => notify(problemText(error)) },
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
