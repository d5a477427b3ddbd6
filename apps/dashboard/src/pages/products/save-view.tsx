import { LIMITS } from "@skucast/contracts/limits";
import { type SavedViewBody, savedViewBodySchema } from "@skucast/contracts/saved-views/saved-view";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { FormDialog } from "../../components/form-dialog.js";
import { useNotice } from "../../components/notices.js";
import { TextField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";

const { views: words } = texts.products;

interface SaveViewProps {
  readonly names: readonly string[];
  readonly view: Omit<SavedViewBody, "name">;
  readonly onSaved: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for the name of a new view, and saves it. */
export function SaveView({ names, view, onSaved, onClose }: SaveViewProps) {
  const saving = useApiMutation("saveView");
  const notify = useNotice();
  const faultOf = (name: string): string | null => {
    if (name === "") return texts.general.required;
    if (names.includes(name)) return words.exists;
    return names.length >= LIMITS.savedViewsPerList ? words.tooMany(numberText(LIMITS.savedViewsPerList)) : null;
  };
  const toBody = ({ name }: { readonly name: string }) => ({ ...view, name: name.trim() });
  const form = useForm({
    route: "saveView",
    initial: { name: "" },
    schema: savedViewBodySchema,
    toBody,
    typedErrors: ({ name }) => {
      const message = faultOf(name.trim());
      return message === null ? [] : [{ pointer: "/name", code: "invalid", message }];
    },
    send: async (values) => {
      const saved = await saving.mutateAsync({ body: toBody(values) });
      notify(words.saved(saved.name));
      onSaved(saved.name);
    },
  });
  return (
    <FormDialog title={words.title} lead={words.lead} form={form} actionLabel={words.act} onClose={onClose}>
      <TextField
        label={words.name}
        value={form.values.name}
        maxLength={LIMITS.savedViewNameLengthMax}
        error={form.errorAt("/name")}
        onValue={(name) => form.set({ name })}
      />
    </FormDialog>
  );
}
