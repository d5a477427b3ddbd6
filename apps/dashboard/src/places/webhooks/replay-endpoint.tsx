import { replayCreateSchema } from "@skucast/contracts/webhook-endpoints/recovery";
import { useAct } from "../../api/use-act.js";
import { TextField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { useNotice } from "../../parts/notices.js";
import { texts } from "../../texts/texts.js";
import { localText, sentMoment } from "./local-moment.js";

const words = texts.webhooks.replay;
const DAY_MS = 86_400_000;

interface Times {
  readonly since: string;
  readonly until: string;
}

/** Has an endpoint sent everything again that happened between two times. */
export function ReplayEndpoint({ endpointId, onClose }: { readonly endpointId: string; readonly onClose: () => void }) {
  const replay = useAct("replayWebhookEndpoint");
  const tell = useNotice();
  const toBody = ({ since, until }: Times) => ({ since: sentMoment(since), until: sentMoment(until) });
  const form = useForm({
    route: "replayWebhookEndpoint",
    initial: { since: localText(Date.now() - DAY_MS), until: localText(Date.now()) },
    schema: replayCreateSchema,
    toBody,
    send: async (values) => {
      await replay.mutateAsync({ params: { endpoint_id: endpointId }, body: toBody(values) });
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
      <TextField
        label={words.until}
        type="datetime-local"
        value={form.values.until}
        fault={form.faultAt("/until")}
        onValue={(until) => form.set({ until })}
      />
    </FormDialog>
  );
}
