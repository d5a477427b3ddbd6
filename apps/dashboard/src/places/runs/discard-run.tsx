import type { Run } from "@skucast/contracts/runs/run";
import { ConfirmAct } from "../../parts/confirm-act.js";
import { texts } from "../../texts/texts.js";

const words = texts.runs.discard;

interface DiscardRunProps {
  readonly run: Run;
  readonly onClose: () => void;
}

/** Asks before a held run is given up. */
export const DiscardRun = ({ run, onClose }: DiscardRunProps) => (
  <ConfirmAct
    route="discardRun"
    sent={{ params: { run_id: run.id }, ifMatch: run.version }}
    title={words.title}
    effect={<p>{words.effect}</p>}
    act={words.act}
    done={words.done}
    onClose={onClose}
  />
);
