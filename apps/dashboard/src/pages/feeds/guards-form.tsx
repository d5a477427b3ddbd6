import { type Feed, type FeedPatch, feedPatchSchema } from "@skucast/contracts/feeds/feed";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { FormDialog } from "../../components/form-dialog.js";
import { useNotice } from "../../components/notices.js";
import { CheckField, TextField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { texts } from "../../texts/texts.js";
import { GUARD_LIMITS, guardsBody, guardValuesOf } from "./guards-body.js";

const words = texts.feeds.guards;

interface GuardsFormProps {
  readonly feed: Feed;
  readonly onClose: () => void;
}

/** Edits a feed's guards. */
export function GuardsForm({ feed, onClose }: GuardsFormProps) {
  const update = useApiMutation("updateFeed");
  const notify = useNotice();
  const form = useForm({
    route: "updateFeed",
    initial: guardValuesOf(feed.guards),
    schema: feedPatchSchema,
    toBody: guardsBody,
    send: async (values) => {
      // Validated by the contract.
      const body = guardsBody(values) as FeedPatch;
      await update.mutateAsync({ params: { feed_id: feed.id }, body, ifMatch: feed.version });
      notify(words.saved);
      onClose();
    },
  });
  const { limits, keepsColumns } = form.values;
  return (
    <FormDialog title={words.change} lead={words.empty} form={form} actionLabel={words.save} onClose={onClose}>
      {GUARD_LIMITS.map((guard) => (
        <TextField
          key={guard}
          label={words.fields[guard]}
          inputMode="decimal"
          value={limits[guard]}
          error={form.errorAt(`/guards/${guard}`)}
          onValue={(limit) => form.set({ limits: { ...limits, [guard]: limit } })}
        />
      ))}
      <CheckField
        label={words.keepColumns}
        isChecked={keepsColumns}
        onChecked={(isKept) => form.set({ keepsColumns: isKept })}
      />
    </FormDialog>
  );
}
