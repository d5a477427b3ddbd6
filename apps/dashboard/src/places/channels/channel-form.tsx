import { ApiError } from "@skucast/client/api/api-error";
import { type Channel, channelPatchSchema } from "@skucast/contracts/channels/channel";
import { useAct } from "../../api/use-act.js";
import { useForm } from "../../forms/use-form.js";
import { Button } from "../../parts/button.js";
import { useNotice } from "../../parts/notices.js";
import { ProblemNote } from "../../parts/problem-note.js";
import { useIsRestricted } from "../../session/use-may.js";
import { texts } from "../../texts/texts.js";
import { bodyOf, type ChannelDraft, checkedBody, draftOf } from "./channel-draft.js";
import { DefaultsFields, GeneralFields, SelectionFields } from "./channel-fields.js";
import { ChannelPreview, useChannelPreview } from "./channel-preview.js";
import { RulesField } from "./rules-field.js";

const words = texts.channels.one;

interface ChannelFormProps {
  readonly channel: Channel;
  /** Only to be read. */
  readonly isOff: boolean;
  readonly onTyped: (isTyped: boolean) => void;
}

/** Everything that decides what a channel publishes, with a preview of the draft below it. */
export function ChannelForm({ channel, isOff, onTyped }: ChannelFormProps) {
  const update = useAct("updateChannel");
  const [tell, isRestricted] = [useNotice(), useIsRestricted()];
  const form = useForm<ChannelDraft>({
    onTyped,
    route: "updateChannel",
    initial: draftOf(channel),
    schema: channelPatchSchema,
    toBody: bodyOf,
    send: async (draft) => {
      const body = checkedBody(draft);
      await update.mutateAsync({ params: { channel_id: channel.id }, body, ifMatch: channel.version });
      tell(words.saved);
    },
  });
  const preview = useChannelPreview(channel.id, form.values);
  const isConflict = form.error instanceof ApiError && form.error.code === "precondition_failed";
  const parts = { draft: form.values, set: form.set, faultAt: form.faultAt, isOff };
  return (
    <form {...form.formProps}>
      {form.error && !isConflict && <ProblemNote error={form.error} />}
      {isConflict && (
        <p className="note bad" role="alert">
          {words.conflict}
        </p>
      )}
      <GeneralFields {...parts} />
      <SelectionFields {...parts} isOff={isOff || isRestricted} isHeld={!isOff && isRestricted} />
      <DefaultsFields {...parts} />
      <RulesField
        draft={form.values}
        set={form.set}
        isOff={isOff}
        faults={form.faults}
        effects={preview.data?.rules ?? []}
      />
      <ChannelPreview preview={preview} />
      {!isOff && (
        <div className="bar">
          <Button type="submit" isBusy={form.isBusy}>
            {words.save}
          </Button>
        </div>
      )}
    </form>
  );
}
