import { apiKeyCreateSchema } from "@skucast/contracts/api-keys/api-key";
import { useState } from "react";
import type { ResponseOf } from "../../api/client.js";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { FormDialog } from "../../components/form-dialog.js";
import { SecretOnce } from "../../components/secret-once.js";
import { TextField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { texts } from "../../texts/texts.js";
import { KeyLimits, type LimitValues, limitsBody, NO_LIMITS } from "./key-limits.js";

const words = texts.apiKeys;

const toBody = ({ name, ...limits }: LimitValues & { readonly name: string }) => ({
  name,
  ...limitsBody(limits, new Date()),
});

/** Creates a key and shows its secret once. */
export function NewKey({ onClose }: { readonly onClose: () => void }) {
  const [created, setCreated] = useState<ResponseOf<"createApiKey"> | null>(null);
  const create = useApiMutation("createApiKey");
  const form = useForm<LimitValues & { readonly name: string }>({
    route: "createApiKey",
    initial: { name: "", ...NO_LIMITS },
    schema: apiKeyCreateSchema,
    toBody,
    send: async (values) => setCreated(await create.mutateAsync({ body: toBody(values) })),
  });
  if (created) {
    const { name, secret } = created;
    const { title, lead, label } = words.secret;
    return <SecretOnce title={title(name)} lead={lead} label={label} secret={secret} onClose={onClose} />;
  }
  return (
    <FormDialog
      title={words.create.title}
      lead={words.create.lead}
      form={form}
      actionLabel={words.create.act}
      onClose={onClose}
    >
      <TextField
        label={words.create.name}
        placeholder={words.create.nameExample}
        value={form.values.name}
        error={form.errorAt("/name")}
        autoComplete="off"
        onValue={(name) => form.set({ name })}
      />
      <KeyLimits values={form.values} errorAt={form.errorAt} onChange={form.set} />
    </FormDialog>
  );
}
