import {
  type PullCredentialCreate,
  type PullCredentialCreated,
  type PullType,
  pullCredentialCreateSchema,
} from "@skucast/contracts/pull-credentials/pull-credential";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { FormDialog } from "../../components/form-dialog.js";
import { SelectField, TextArea, TextField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { texts } from "../../texts/texts.js";

const { form: words } = texts.feeds.pulls;

interface NewPullCredentialProps {
  readonly feedId: string;
  /** The protocols that the feed can be fetched over; at least one. */
  readonly types: readonly PullType[];
  readonly onCreated: (created: PullCredentialCreated) => void;
  readonly onClose: () => void;
}

interface Values {
  readonly name: string;
  readonly type: PullType;
  readonly keys: string;
}

const toBody = ({ name, type, keys }: Values) => ({
  type,
  name: name.trim(),
  ...(type === "sftp_pull" && { public_keys: keys.split("\n").filter((line) => line.trim() !== "") }),
});

/** Creates a pull credential for a partner. */
export function NewPullCredential({ feedId, types, onCreated, onClose }: NewPullCredentialProps) {
  const create = useApiMutation("createPullCredential");
  const form = useForm<Values>({
    route: "createPullCredential",
    initial: { name: "", type: types[0] ?? "https_pull", keys: "" },
    schema: pullCredentialCreateSchema,
    toBody,
    send: async (values) => {
      // Validated by the contract.
      const body = toBody(values) as PullCredentialCreate;
      onCreated(await create.mutateAsync({ params: { feed_id: feedId }, body }));
      onClose();
    },
  });
  const { values, set, errorAt } = form;
  return (
    <FormDialog title={words.title} form={form} actionLabel={words.create} onClose={onClose}>
      <TextField
        label={words.name}
        hint={words.nameHint}
        value={values.name}
        error={errorAt("/name")}
        onValue={(name) => set({ name })}
      />
      {types.length > 1 && (
        <SelectField
          label={words.type}
          value={values.type}
          choices={types.map((value) => ({ value, label: texts.feeds.one.pullTypes[value] }))}
          onValue={(type) => set({ type: type as PullType })}
        />
      )}
      {values.type === "sftp_pull" && (
        <TextArea
          label={words.keys}
          hint={words.keysHint}
          className="mono"
          rows={3}
          spellCheck={false}
          value={values.keys}
          error={errorAt("/public_keys")}
          onValue={(keys) => set({ keys })}
        />
      )}
    </FormDialog>
  );
}
