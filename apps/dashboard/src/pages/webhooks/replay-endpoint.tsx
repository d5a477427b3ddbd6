import { replayCreateSchema } from "@skucast/contracts/webhook-endpoints/recovery";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { FormDialog } from "../../components/form-dialog.js";
import { useNotice } from "../../components/notices.js";
import { TextField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { texts } from "../../texts/texts.js";
import { toLocalInput, toTimestamp } from "./local-date-time.js";

const words = texts.webhooks.replay;
const DAY_MS = 86_400_000;

interface ReplayTimes {
  readonly since: string;
  readonly until: string;
}

/** Starts a replay of all events between two times. */
export function ReplayEndpoint({ endpointId, onClose }: { readonly endpointId: string; readonly onClose: () => void }) {
  const replay = useApiMutation("replayWebhookEndpoint");
  const notify = useNotice();
  const toBody = ({ since, until }: ReplayTimes) => ({ since: toTimestamp(since), until: toTimestamp(until) });
  const form = useForm({
    route: "replayWebhookEndpoint",
    initial: { since: toLocalInput(Date.now() - DAY_MS), until: toLocalInput(Date.now()) },
    schema: replayCreateSchema,
    toBody,
    send: async (values) => {
      await replay.mutateAsync({ params: { endpoint_id: endpointId }, body: toBody(values) });
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
      <TextField
        label={words.until}
        type="datetime-local"
        value={form.values.until}
        error={form.errorAt("/until")}
        onValue={(until) => form.set({ until })}
      />
    </FormDialog>
  );
}
