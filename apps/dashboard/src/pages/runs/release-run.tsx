import type { Feed } from "@skucast/contracts/feeds/feed";
import { type Run, releaseSchema } from "@skucast/contracts/runs/run";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { FormDialog } from "../../components/form-dialog.js";
import { useNotice } from "../../components/notices.js";
import { TextArea } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { texts } from "../../texts/texts.js";
import { ReleaseEffect } from "./run-effect.js";

const words = texts.runs.release;

interface ReleaseRunProps {
  readonly run: Run;
  readonly feed: Feed;
  readonly onClose: () => void;
}

/** Releases a held run, with a reason that is recorded. */
export function ReleaseRun({ run, feed, onClose }: ReleaseRunProps) {
  const release = useApiMutation("releaseRun");
  const notify = useNotice();
  const toBody = ({ reason }: { readonly reason: string }) => ({ reason: reason.trim() });
  const form = useForm({
    route: "releaseRun",
    initial: { reason: "" },
    schema: releaseSchema,
    toBody,
    send: async (values) => {
      await release.mutateAsync({ params: { run_id: run.id }, body: toBody(values), ifMatch: run.version });
      notify(words.done);
      onClose();
    },
  });
  return (
    <FormDialog title={words.title} lead={words.lead} form={form} actionLabel={words.act} onClose={onClose}>
      <ReleaseEffect run={run} feed={feed} />
      <TextArea
        label={words.reason}
        hint={words.reasonHint}
        rows={3}
        value={form.values.reason}
        error={form.errorAt("/reason")}
        onValue={(reason) => form.set({ reason })}
      />
    </FormDialog>
  );
}
