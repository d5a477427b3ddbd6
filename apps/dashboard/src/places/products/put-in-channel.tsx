import { channelPatchSchema } from "@skucast/contracts/channels/channel";
import { LIMITS } from "@skucast/contracts/limits";
import { useAct } from "../../api/use-act.js";
import { usePages } from "../../api/use-pages.js";
import { SelectField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { useNotice } from "../../parts/notices.js";
import { countText, numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { NAMED_PLACES, type NamedPlace, selectionWith } from "./selection-with.js";

const words = texts.products.bulk.channel;

interface PutInChannelProps {
  readonly skus: readonly string[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Has a channel always or never publish products, or as its filters say. */
export function PutInChannel({ skus, onDone, onClose }: PutInChannelProps) {
  const { entries: channels } = usePages("listChannels", { query: { limit: LIMITS.pageSizeMax } });
  const [update, tell] = [useAct("updateChannel"), useNotice()];
  const count = countText(skus.length, texts.general.nouns.product);
  const channelOf = (id: string) => channels.find((channel) => channel.id === id) ?? channels[0];
  const bodyOf = ({ channelId, place }: { readonly channelId: string; readonly place: NamedPlace }) => {
    const channel = channelOf(channelId);
    return channel ? { selection: selectionWith(channel.selection, skus, place) } : {};
  };
  const form = useForm({
    route: "updateChannel",
    initial: { channelId: "", place: "in" as NamedPlace },
    schema: channelPatchSchema,
    toBody: bodyOf,
    send: async (values) => {
      const channel = channelOf(values.channelId);
      if (!channel) return;
      const { id, version, name } = channel;
      await update.mutateAsync({ params: { channel_id: id }, body: bodyOf(values), ifMatch: version });
      tell(words.done[values.place](count, name));
      onDone();
    },
  });
  const { values, set, faultAt } = form;
  return (
    <FormDialog title={words.title(count)} lead={words.lead} form={form} act={words.act} onClose={onClose}>
      <SelectField
        label={words.which}
        value={channelOf(values.channelId)?.id ?? ""}
        fault={faultAt("/selection") && words.tooMany(numberText(LIMITS.selectionSkusMax))}
        choices={channels.map(({ id, name }) => ({ value: id, label: name }))}
        onValue={(channelId) => set({ channelId })}
      />
      <SelectField
        label={words.place}
        value={values.place}
        choices={NAMED_PLACES.map((value) => ({ value, label: words.places[value] }))}
        onValue={(place) => set({ place: place as NamedPlace })}
      />
    </FormDialog>
  );
}
