import { type Feed, rollbackSchema } from "@skucast/contracts/feeds/feed";
import { useNavigate } from "@tanstack/react-router";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { ErrorNote } from "../../components/error-note.js";
import { FormDialog } from "../../components/form-dialog.js";
import { CheckField, TextField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { texts } from "../../texts/texts.js";
import { RollbackEffect } from "./run-effect.js";
import { useRollbackTarget } from "./use-rollback-target.js";

const words = texts.runs.goBack;

interface RollBackProps {
  readonly feed: Feed;
  /** The run whose files are delivered again. Default: the last one that was delivered before the live run. */
  readonly runId?: string;
  readonly onClose: () => void;
}

/** Rolls a feed back to an earlier run, optionally after pausing it. */
export function RollBack({ feed, runId, onClose }: RollBackProps) {
  const rollback = useApiMutation("rollbackFeed");
  const update = useApiMutation("updateFeed");
  const navigate = useNavigate();
  const params = { feed_id: feed.id };
  const toBody = ({ reason }: { readonly reason: string }) => ({
    ...(runId !== undefined && { run_id: runId }),
    ...(reason.trim() !== "" && { reason: reason.trim() }),
  });
  const isActive = feed.status === "active";
  const to = useRollbackTarget(feed, runId);
  const form = useForm({
    route: "rollbackFeed",
    initial: { reason: "", isPaused: isActive && feed.schedule !== null },
    schema: rollbackSchema,
    toBody,
    send: async (values) => {
      if (values.isPaused) await update.mutateAsync({ params, body: { status: "paused" } });
      const { id } = await rollback.mutateAsync({ params, body: toBody(values) });
      onClose();
      void navigate({ to: "/runs/$runId", params: { runId: id } });
    },
  });
  return (
    <FormDialog
      title={runId === undefined ? words.earlierTitle : words.title}
      lead={words.lead}
      form={form}
      actionLabel={words.act}
      onClose={onClose}
    >
      {to.error && <ErrorNote error={to.error} />}
      {to.run && <RollbackEffect run={to.run} feed={feed} />}
      {isActive && (
        <CheckField
          label={words.pause}
          hint={words.pauseHint}
          isChecked={form.values.isPaused}
          onChecked={(isPaused) => form.set({ isPaused })}
        />
      )}
      <TextField
        label={words.reason}
        value={form.values.reason}
        error={form.errorAt("/reason")}
        onValue={(reason) => form.set({ reason })}
      />
    </FormDialog>
  );
}
