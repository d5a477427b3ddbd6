import { recoveryCreateSchema } from "@skucast/contracts/webhook-endpoints/recovery";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { FormDialog } from "../../components/form-dialog.js";
import { useNotice } from "../../components/notices.js";
import { TextField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { texts } from "../../texts/texts.js";
import { toLocalInput, toTimestamp } from "./local-date-time.js";

const words = texts.webhooks.recover;
const DAY_MS = 86_400_000;

/** Starts a recovery of missed events. */
export function RecoverEndpoint({
  endpointId,
  onClose,
}: {
  readonly endpointId: string;
  readonly onClose: () => void;
}) {
  const recover = useApiMutation("recoverWebhookEndpoint");
  const notify = useNotice();
  const toBody = ({ since }: { readonly since: string }) => ({ since: toTimestamp(since) });
  const form = useForm({
    route: "recoverWebhookEndpoint",
    initial: { since: toLocalInput(Date.now() - DAY_MS) },
    schema: recoveryCreateSchema,
    toBody,
    send: async (values) => {
      await recover.mutateAsync({ params: { endpoint_id: endpointId }, body: toBody(values) });
      notify(words.started);
      onClose();
    },
  });
  return (
    <FormDialog title={words.title} lead={words.lead} form={form} actionLabel={words.act} onClose={onClose}>
      <TextField
        label={words.since}
        type="datetime-local"
        value={form.values.since}
        error={form.errorAt("/since")}
        onValue={(since) => form.set({ since })}
      />
    </FormDialog>
  );
}
