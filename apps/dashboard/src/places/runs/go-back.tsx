import { type Feed, rollbackSchema } from "@skucast/contracts/feeds/feed";
import { useNavigate } from "@tanstack/react-router";
import { useAct } from "../../api/use-act.js";
import { CheckField, TextField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { ProblemNote } from "../../parts/problem-note.js";
import { texts } from "../../texts/texts.js";
import { RollbackEffect } from "./run-effect.js";
import { useRunToGoBackTo } from "./use-run-to-go-back-to.js";

const words = texts.runs.goBack;

interface GoBackProps {
  readonly feed: Feed;
  /** The run whose files are delivered again; without it the last that was delivered before the live one. */
  readonly runId?: string;
  readonly onClose: () => void;
}

/** Delivers the files of an earlier run again, after pausing the feed if one wants that. */
export function GoBack({ feed, runId, onClose }: GoBackProps) {
  const [rollback, update] = [useAct("rollbackFeed"), useAct("updateFeed")];
  const navigate = useNavigate();
  const params = { feed_id: feed.id };
  const toBody = ({ reason }: { readonly reason: string }) => ({
    ...(runId !== undefined && { run_id: runId }),
    ...(reason.trim() !== "" && { reason: reason.trim() }),
  });
  const isActive = feed.status === "active";
  const to = useRunToGoBackTo(feed, runId);
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
      act={words.act}
      onClose={onClose}
    >
      {to.error && <ProblemNote error={to.error} />}
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
        fault={form.faultAt("/reason")}
        onValue={(reason) => form.set({ reason })}
      />
    </FormDialog>
  );
}
