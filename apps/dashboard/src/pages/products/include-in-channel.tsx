import { channelPatchSchema } from "@skucast/contracts/channels/channel";
import { LIMITS } from "@skucast/contracts/limits";
import { useApiList } from "../../api/use-api-list.js";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { FormDialog } from "../../components/form-dialog.js";
import { useNotice } from "../../components/notices.js";
import { SelectField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { countText, numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { changeInclusion, INCLUSIONS, type Inclusion } from "./change-inclusion.js";

const words = texts.products.bulk.channel;

interface IncludeInChannelProps {
  readonly skus: readonly string[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Sets whether a channel includes the selected products. */
export function IncludeInChannel({ skus, onDone, onClose }: IncludeInChannelProps) {
  const { entries: channels } = useApiList("listChannels", { query: { limit: LIMITS.pageSizeMax } });
  const update = useApiMutation("updateChannel");
  const notify = useNotice();
  const count = countText(skus.length, texts.general.nouns.product);
  const channelOf = (id: string) => channels.find((channel) => channel.id === id) ?? channels[0];
  const bodyOf = ({ channelId, inclusion }: { readonly channelId: string; readonly inclusion: Inclusion }) => {
    const channel = channelOf(channelId);
    return channel ? { selection: changeInclusion(channel.selection, skus, inclusion) } : {};
  };
  const form = useForm({
    route: "updateChannel",
    initial: { channelId: "", inclusion: "in" as Inclusion },
    schema: channelPatchSchema,
    toBody: bodyOf,
    send: async (values) => {
      const channel = channelOf(values.channelId);
      if (!channel) return;
      const { id, version, name } = channel;
      await update.mutateAsync({ params: { channel_id: id }, body: bodyOf(values), ifMatch: version });
      notify(words.done[values.inclusion](count, name));
      onDone();
    },
  });
  const { values, set, errorAt } = form;
  return (
    <FormDialog title={words.title(count)} lead={words.lead} form={form} actionLabel={words.act} onClose={onClose}>
      <SelectField
        label={words.which}
        value={channelOf(values.channelId)?.id ?? ""}
        error={errorAt("/selection") && words.tooMany(numberText(LIMITS.selectionSkusMax))}
        choices={channels.map(({ id, name }) => ({ value: id, label: name }))}
        onValue={(channelId) => set({ channelId })}
      />
      <SelectField
        label={words.place}
        value={values.inclusion}
        choices={INCLUSIONS.map((value) => ({ value, label: words.places[value] }))}
        onValue={(inclusion) => set({ inclusion: inclusion as Inclusion })}
      />
    </FormDialog>
  );
}
