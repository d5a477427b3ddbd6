import type { Feed } from "@skucast/contracts/feeds/feed";
import type { Run } from "@skucast/contracts/runs/run";
import { ConfirmAction } from "../../components/confirm-action.js";
import { texts } from "../../texts/texts.js";
import { DiscardEffect } from "./run-effect.js";

const words = texts.runs.discard;

interface DiscardRunProps {
  readonly run: Run;
  readonly feed: Feed;
  readonly onClose: () => void;
}

export const DiscardRun = ({ run, feed, onClose }: DiscardRunProps) => (
  <ConfirmAction
    route="discardRun"
    request={{ params: { run_id: run.id }, ifMatch: run.version }}
    title={words.title}
    effect={
      <>
        <p>{words.effect}</p>
        <DiscardEffect run={run} feed={feed} />
      </>
    }
    actionLabel={words.act}
    done={words.done}
    onClose={onClose}
  />
);
