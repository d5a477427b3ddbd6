import { z } from "zod";
import { FormDialog } from "../../components/form-dialog.js";
import { TextField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";

const { views: words } = texts.products;
const VIEWS_MAX = 20;
const NAME_LENGTH_MAX = 60;

interface SaveViewProps {
  readonly names: readonly string[];
  readonly onSave: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for the name of a new view. */
export function SaveView({ names, onSave, onClose }: SaveViewProps) {
  const faultOf = (name: string): string | null => {
    if (name === "") return texts.general.required;
    if (names.includes(name)) return words.exists;
    return names.length >= VIEWS_MAX ? words.tooMany(numberText(VIEWS_MAX)) : null;
  };
  const form = useForm({
    route: "listProducts",
    initial: { name: "" },
    schema: z.object({}),
    toBody: () => ({}),
    typedErrors: ({ name }) => {
      const message = faultOf(name.trim());
      return message === null ? [] : [{ pointer: "/name", code: "invalid", message }];
    },
    send: async ({ name }) => onSave(name.trim()),
  });
  return (
    <FormDialog title={words.title} lead={words.lead} form={form} actionLabel={words.act} onClose={onClose}>
      <TextField
        label={words.name}
        value={form.values.name}
        maxLength={NAME_LENGTH_MAX}
        error={form.errorAt("/name")}
        onValue={(name) => form.set({ name })}
      />
    </FormDialog>
  );
}
