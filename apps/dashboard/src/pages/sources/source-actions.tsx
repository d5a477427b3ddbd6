import type { Source } from "@skucast/contracts/sources/source";
import { useNavigate } from "@tanstack/react-router";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { Button } from "../../components/button.js";
import { ErrorNote } from "../../components/error-note.js";
import { useNotice } from "../../components/notices.js";
import { texts } from "../../texts/texts.js";

const words = texts.sources.one;

/** Fetches a source now, and pauses or resumes it. */
export function SourceActions({ source: { id, status, version } }: { readonly source: Source }) {
  const start = useApiMutation("startSourceRun");
  const update = useApiMutation("updateSource");
  const notify = useNotice();
  const navigate = useNavigate();
  const isPaused = status === "paused";
  const toggle = () =>
    update.mutate(
      { params: { source_id: id }, body: { status: isPaused ? "active" : "paused" }, ifMatch: version },
      { onSuccess: () => notify(isPaused ? words.resumed : words.paused) },
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
      {error !== null && <ErrorNote error={error} />}
    </>
  );
}
