import type { Source } from "@skucast/contracts/sources/source";
import { useNavigate } from "@tanstack/react-router";
import { useAct } from "../../api/use-act.js";
import { Button } from "../../parts/button.js";
import { useNotice } from "../../parts/notices.js";
import { ProblemNote } from "../../parts/problem-note.js";
import { texts } from "../../texts/texts.js";

const words = texts.sources.one;

/** Fetches it now, and pauses or resumes it. */
export function SourceActs({ source: { id, status, version } }: { readonly source: Source }) {
  const [start, update] = [useAct("startSourceRun"), useAct("updateSource")];
  const [tell, navigate] = [useNotice(), useNavigate()];
  const isPaused = status === "paused";
  const toggle = () =>
    update.mutate(
      { params: { source_id: id }, body: { status: isPaused ? "active" : "paused" }, ifMatch: version },
      { onSuccess: () => tell(isPaused ? words.resumed : words.paused) },
    );
  const run = () =>
    start.mutate(
      { params: { source_id: id }, body: {} },
      { onSuccess: (made) => void navigate({ to: "/imports/$importId", params: { importId: made.id } }) },
    );
  const error = start.error ?? update.error;
  return (
    <>
      <Button onClick={run}>{words.run}</Button>
      <Button kind="quiet" onClick={toggle}>
        {isPaused ? words.goOn : words.pause}
      </Button>
      {error !== null && <ProblemNote error={error} />}
    </>
  );
}
