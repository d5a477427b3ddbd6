import { ApiError } from "@skucast/client/api/api-error";
import { type Channel, channelPatchSchema } from "@skucast/contracts/channels/channel";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { useNotice } from "../../components/notices.js";
import { SaveBar } from "../../components/save-bar.js";
import { FormNotes } from "../../forms/form-notes.js";
import { useForm } from "../../forms/use-form.js";
import { useIsRestricted } from "../../session/use-can.js";
import { texts } from "../../texts/texts.js";
import { bodyOf, type ChannelDraft, checkedBody, draftOf } from "./channel-draft.js";
import { DefaultsFields, GeneralFields, SelectionFields } from "./channel-fields.js";
import { ChannelPreview, useChannelPreview } from "./channel-preview.js";
import type { ChannelTab } from "./channel-tabs.js";
import { RulesField } from "./rules-field.js";

const words = texts.channels.one;

interface ChannelFormProps {
  readonly channel: Channel;
  readonly tab: ChannelTab;
  readonly isDisabled: boolean;
}

const LABELS = {
  ...texts.channels.form,
  brands: words.brands,
  includeSkus: words.include,
  excludeSkus: words.exclude,
  availability: words.availability,
  condition: words.condition,
  conditions: words.conditions,
  defaults: words.sections.defaults,
  rules: words.rules,
};

/**
 * The settings or the rules of a channel, with a live preview of the draft. The other tabs show only whether there are
 * unsaved changes.
 */
export function ChannelForm({ channel, tab, isDisabled }: ChannelFormProps) {
  const update = useApiMutation("updateChannel");
  const notify = useNotice();
  const isEdited = tab === "rules" || tab === "settings";
  const isRestricted = useIsRestricted();
  const form = useForm<ChannelDraft>({
    draftName: `channel:${channel.id}`,
    route: "updateChannel",
    initial: draftOf(channel),
    schema: channelPatchSchema,
    toBody: bodyOf,
    send: async (draft) => {
      const body = checkedBody(draft);
      await update.mutateAsync({ params: { channel_id: channel.id }, body, ifMatch: channel.version });
      notify(words.saved);
    },
  });
  const preview = useChannelPreview(channel.id, form.values, isEdited);
  const isConflict = form.error instanceof ApiError && form.error.code === "precondition_failed";
  const parts = { draft: form.values, set: form.set, errorAt: form.errorAt, isDisabled };
  return (
    <form {...form.formProps}>
      {isConflict && (
        <p className="note bad" role="alert">
          {words.conflict}
        </p>
      )}
      <FormNotes form={form} labels={LABELS} />
      {tab === "settings" && (
        <>
          <GeneralFields {...parts} />
          <SelectionFields
            {...parts}
            isDisabled={isDisabled || isRestricted}
            isRestricted={!isDisabled && isRestricted}
          />
          <DefaultsFields {...parts} />
        </>
      )}
      {tab === "rules" && (
        <RulesField
          draft={form.values}
          set={form.set}
          isDisabled={isDisabled}
          errors={form.fieldErrors}
          effects={preview.data?.rules ?? []}
        />
      )}
      {isEdited && <ChannelPreview preview={preview} />}
      {!isDisabled && (isEdited || form.isDirty) && (
        <SaveBar form={isConflict ? { ...form, error: null } : form} label={words.save} />
      )}
    </form>
  );
}
