import type { Feed } from "@skucast/contracts/feeds/feed";
import type { Run, RunStatus } from "@skucast/contracts/runs/run";
import { useState } from "react";
import { Button } from "../../components/button.js";
import { texts } from "../../texts/texts.js";
import { RollBack } from "./roll-back.js";

const words = texts.runs.goBack;
/** Statuses of runs that a feed can be rolled back to. */
const SUCCESSFUL: readonly RunStatus[] = ["succeeded", "succeeded_with_errors", "skipped"];

interface RunActionsProps {
  readonly run: Run;
  readonly feed: Feed;
}

/** Rolls the feed back to this run, if it succeeded and its files are still stored. */
export function RunActions({ run, feed }: RunActionsProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  // Older changes do not undo newer ones, so feeds of changes cannot be rolled back.
  const isGone = !run.files_kept || feed.status === "archived" || feed.coverage === "delta";
  if (isGone || !SUCCESSFUL.includes(run.status)) return null;
  return (
    <>
      <Button kind="quiet" onClick={() => setIsConfirming(true)}>
        {feed.live_run_id === run.id ? words.again : words.toThis}
      </Button>
      {isConfirming && <RollBack feed={feed} runId={run.id} onClose={() => setIsConfirming(false)} />}
    </>
  );
}
