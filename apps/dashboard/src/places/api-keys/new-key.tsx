import { apiKeyCreateSchema } from "@skucast/contracts/api-keys/api-key";
import { useState } from "react";
import type { Answer } from "../../api/client.js";
import { useAct } from "../../api/use-act.js";
import { TextField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { SecretOnce } from "../../parts/secret-once.js";
import { texts } from "../../texts/texts.js";
import { KeyLimits, type LimitValues, limitsBody, NO_LIMITS } from "./key-limits.js";

const words = texts.apiKeys;

const toBody = ({ name, ...limits }: LimitValues & { readonly name: string }) => ({
  name,
  ...limitsBody(limits, new Date()),
});

/** New key: its name and limits, and then, once, its secret. */
export function NewKey({ onClose }: { readonly onClose: () => void }) {
  const [created, setCreated] = useState<Answer<"createApiKey"> | null>(null);
  const create = useAct("createApiKey");
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
      act={words.create.act}
      onClose={onClose}
    >
      <TextField
        label={words.create.name}
        placeholder={words.create.nameExample}
        value={form.values.name}
        fault={form.faultAt("/name")}
        autoComplete="off"
        onValue={(name) => form.set({ name })}
      />
      <KeyLimits values={form.values} faultAt={form.faultAt} onChange={form.set} />
    </FormDialog>
  );
}
