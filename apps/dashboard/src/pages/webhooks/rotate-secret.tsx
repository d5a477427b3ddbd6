import { webhookSecretRotationSchema } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { useState } from "react";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { FormDialog } from "../../components/form-dialog.js";
import { SecretOnce } from "../../components/secret-once.js";
import { CheckField, TextField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { texts } from "../../texts/texts.js";

const words = texts.webhooks.rotate;
const OVERLAP_HOURS = "24";

interface RotationDraft {
  readonly hours: string;
  /** Whether the key pair of signature scheme v1a is replaced too. */
  readonly isWithPair: boolean;
}

/** Rotates the signing secret. Both secrets sign during the overlap. */
export function RotateSecret({ endpointId, onClose }: { readonly endpointId: string; readonly onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = useApiMutation("rotateSecret");
  const toBody = ({ hours, isWithPair }: RotationDraft) => ({
    overlap_hours: hours.trim() === "" ? Number.NaN : Number(hours),
    key_pair: isWithPair,
  });
  const form = useForm<RotationDraft>({
    route: "rotateSecret",
    initial: { hours: OVERLAP_HOURS, isWithPair: false },
    schema: webhookSecretRotationSchema,
    toBody,
    send: async (values) => {
      const answer = await rotate.mutateAsync({ params: { endpoint_id: endpointId }, body: toBody(values) });
      setSecret(answer.secret ?? "");
    },
  });
  if (secret !== null) {
    const { title, lead, label } = texts.webhooks.secret;
    return <SecretOnce title={title} lead={lead} label={label} secret={secret} onClose={onClose} />;
  }
  return (
    <FormDialog title={words.title} lead={words.lead} form={form} actionLabel={words.act} onClose={onClose}>
      <TextField
        label={words.hours}
        inputMode="decimal"
        value={form.values.hours}
        error={form.errorAt("/overlap_hours")}
        onValue={(hours) => form.set({ hours })}
      />
      <CheckField
        label={words.pair}
        hint={words.pairHint}
        isChecked={form.values.isWithPair}
        onChecked={(isWithPair) => form.set({ isWithPair })}
      />
    </FormDialog>
  );
}
