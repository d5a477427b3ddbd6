import { channelPatchSchema } from "@skucast/contracts/channels/channel";
import { LIMITS } from "@skucast/contracts/limits";
import { api } from "../../api/client.js";
import { useApiList } from "../../api/use-api-list.js";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { FormDialog } from "../../components/form-dialog.js";
import { useNotice } from "../../components/notices.js";
import { SelectField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { problemText } from "../../service-messages/problem-text.js";
import { countText, numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { changeInclusion, INCLUSIONS, type Inclusion, restoreInclusion } from "./change-inclusion.js";
import { TouchedProducts } from "./touched-products.js";

const words = texts.productPages.bulk.channel;

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
      const { include_skus, exclude_skus } = channel.selection;
      const undo = async () => {
        const former = await api.call("getChannel", { params: { channel_id: id } });
        const selection = restoreInclusion(former.selection, { include_skus, exclude_skus }, skus);
        await update.mutateAsync({ params: { channel_id: id }, body: { selection }, ifMatch: former.version });
        notify(words.undone(name));
      };
      notify(words.done[values.inclusion](count, name), {
        label: texts.products.restoration.undo,
        onClick: () => void undo().catch((error: Error) => notify(problemText(error))),
      });
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
      <TouchedProducts skus={skus} />
    </FormDialog>
  );
}
