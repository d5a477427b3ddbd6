import type { Feed } from "@skucast/contracts/feeds/feed";
import type { Run, RunStatus } from "@skucast/contracts/runs/run";
import { useState } from "react";
import { Button } from "../../parts/button.js";
import { texts } from "../../texts/texts.js";
import { GoBack } from "./go-back.js";

const words = texts.runs.goBack;
/** A feed can go back to a run that ended so. */
const GOOD: readonly RunStatus[] = ["succeeded", "succeeded_with_errors", "skipped"];

interface RunActsProps {
  readonly run: Run;
  readonly feed: Feed;
}

/** What can be done with a run that has ended well and keeps its files. */
export function RunActs({ run, feed }: RunActsProps) {
  const [asks, setAsks] = useState(false);
  // Earlier changes do not undo later ones.
  const isGone = !run.files_kept || feed.status === "archived" || feed.coverage === "delta";
  if (isGone || !GOOD.includes(run.status)) return null;
  return (
    <>
      <Button kind="quiet" onClick={() => setAsks(true)}>
        {feed.live_run_id === run.id ? words.again : words.toThis}
      </Button>
      {asks && <GoBack feed={feed} runId={run.id} onClose={() => setAsks(false)} />}
    </>
  );
}
