import { recoveryCreateSchema } from "@skucast/contracts/webhook-endpoints/recovery";
import { useAct } from "../../api/use-act.js";
import { TextField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { useNotice } from "../../parts/notices.js";
import { texts } from "../../texts/texts.js";
import { localText, sentMoment } from "./local-moment.js";

const words = texts.webhooks.recover;
const DAY_MS = 86_400_000;

/** Has an endpoint sent again what it missed. */
export function RecoverEndpoint({
  endpointId,
  onClose,
}: {
  readonly endpointId: string;
  readonly onClose: () => void;
}) {
  const recover = useAct("recoverWebhookEndpoint");
  const tell = useNotice();
  const toBody = ({ since }: { readonly since: string }) => ({ since: sentMoment(since) });
  const form = useForm({
    route: "recoverWebhookEndpoint",
    initial: { since: localText(Date.now() - DAY_MS) },
    schema: recoveryCreateSchema,
    toBody,
    send: async (values) => {
      await recover.mutateAsync({ params: { endpoint_id: endpointId }, body: toBody(values) });
      tell(words.started);
      onClose();
    },
  });
  return (
    <FormDialog title={words.title} lead={words.lead} form={form} act={words.act} onClose={onClose}>
      <TextField
        label={words.since}
        type="datetime-local"
        value={form.values.since}
        fault={form.faultAt("/since")}
        onValue={(since) => form.set({ since })}
      />
    </FormDialog>
  );
}
