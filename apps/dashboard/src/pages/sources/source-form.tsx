import { type Source, sourceCreateSchema, sourcePatchSchema } from "@skucast/contracts/sources/source";
import { useNavigate } from "@tanstack/react-router";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { FormDialog } from "../../components/form-dialog.js";
import { useNotice } from "../../components/notices.js";
import { TextField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { texts } from "../../texts/texts.js";
import { ScheduleFields } from "../schedules/schedule-fields.js";
import { type SourceValues, sourceBody, valuesOf } from "./source-body.js";
import { EffectFields, LocationFields, LoginFields } from "./source-fields.js";

const words = texts.sources.form;

interface SourceFormProps {
  /** The source to edit; undefined to create one. */
  readonly source?: Source;
  readonly onClose: () => void;
}

/** Creates or edits a source. */
export function SourceForm({ source, onClose }: SourceFormProps) {
  const create = useApiMutation("createSource");
  const update = useApiMutation("updateSource");
  const notify = useNotice();
  const navigate = useNavigate();
  const localTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const form = useForm<SourceValues>({
    route: source ? "updateSource" : "createSource",
    initial: valuesOf(source, localTimeZone),
    schema: source ? sourcePatchSchema : sourceCreateSchema,
    toBody: (values) => sourceBody(values, source),
    send: async (values) => {
      const body = sourceBody(values, source);
      if (source) {
        await update.mutateAsync({ params: { source_id: source.id }, body, ifMatch: source.version });
        notify(words.saved);
        return onClose();
      }
      const { id } = await create.mutateAsync({ body });
      void navigate({ to: "/sources/$sourceId", params: { sourceId: id } });
    },
  });
  const { values, set, errorAt } = form;
  return (
    <FormDialog
      title={source ? words.editTitle : words.createTitle}
      form={form}
      actionLabel={source ? words.save : words.create}
      onClose={onClose}
    >
      <TextField label={words.name} value={values.name} error={errorAt("/name")} onValue={(name) => set({ name })} />
      <LocationFields {...form} isNew={source === undefined} />
      <LoginFields {...form} isNew={source === undefined} />
      <EffectFields {...form} />
      <ScheduleFields values={form.values} set={form.set} errorAt={form.errorAt} />
    </FormDialog>
  );
}
