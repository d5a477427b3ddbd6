import type { Run } from "@skucast/contracts/runs/run";
import { Link, useParams } from "@tanstack/react-router";
import { useRead } from "../../api/use-read.js";
import { Facts } from "../../parts/facts.js";
import { Moment } from "../../parts/moment.js";
import { Page } from "../../parts/page.js";
import { ProblemNote } from "../../parts/problem-note.js";
import { Sheet } from "../../parts/sheet.js";
import { Waiting } from "../../parts/waiting.js";
import { numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { RunDeliveries } from "./run-deliveries.js";
import { RunFiles } from "./run-files.js";
import { RunIssues } from "./run-issues.js";
import { isUnderWay, RunStatus } from "./run-status.js";

const words = texts.feeds.run;
const FOLLOW_MS = 1_000;
const COUNTS = ["selected", "written", "excluded", "invalid", "warnings", "added", "changed", "removed"] as const;

/** One run, followed while it is under way: what it counted, its files, where they went, and what was wrong. */
export function RunPage() {
  const { runId } = useParams({ from: "/runs/$runId" });
  const sent = { params: { run_id: runId } };
  const known = useRead("getRun", sent);
  const isLive = known.data !== undefined && isUnderWay(known.data.status);
  const { data: run } = useRead("getRun", sent, { everyMs: isLive && FOLLOW_MS });
  if (!run) return known.error ? <ProblemNote error={known.error} /> : <Waiting />;
  return (
    <Page title={`${words.title} ${run.id}`}>
      <p>
        <Link to="/feeds/$feedId" params={{ feedId: run.feed_id }}>
          {words.toFeed}
        </Link>
      </p>
      <p role="status">
        <RunStatus status={run.status} /> {isLive && words.underWay}
      </p>
      {run.error !== null && <p className="note bad">{run.error}</p>}
      <RunCounts run={run} />
      <RunFiles run={run} />
      <RunDeliveries run={run} />
      <RunIssues run={run} />
    </Page>
  );
}

function RunCounts({ run }: { readonly run: Run }) {
  const counted = COUNTS.flatMap((name) => {
    const count = run.counts[name];
    return count === null ? [] : [[words.counts[name], numberText(count)] as const];
  });
  return (
    <Sheet title={words.countsTitle}>
      <Facts facts={[...counted, [words.columns.begun, <Moment key="begun" at={run.created_at} />]]} />
    </Sheet>
  );
}
