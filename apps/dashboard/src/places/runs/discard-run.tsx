import type { Run } from "@skucast/contracts/runs/run";
import { useAct } from "../../api/use-act.js";
import { ConfirmDialog } from "../../parts/confirm-dialog.js";
import { useNotice } from "../../parts/notices.js";
import { texts } from "../../texts/texts.js";

const words = texts.runs.discard;

interface DiscardRunProps {
  readonly run: Run;
  readonly onClose: () => void;
}

/** Asks before a held run is given up. */
export function DiscardRun({ run, onClose }: DiscardRunProps) {
  const [discard, tell] = [useAct("discardRun"), useNotice()];
  const confirm = () =>
    discard.mutate(
      { params: { run_id: run.id }, ifMatch: run.version },
      {
        onSuccess: () => {
          tell(words.done);
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      title={words.title}
      effect={<p>{words.effect}</p>}
      act={words.act}
      isBusy={discard.isPending}
      error={discard.error}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
