import type { Run } from "@skucast/contracts/runs/run";
import { Link, useParams } from "@tanstack/react-router";
import { useRead } from "../../api/use-read.js";
import { Facts } from "../../parts/facts.js";
import { Moment } from "../../parts/moment.js";
import { Page } from "../../parts/page.js";
import { PageProblem } from "../../parts/page-problem.js";
import { Sheet } from "../../parts/sheet.js";
import { Waiting } from "../../parts/waiting.js";
import { useMay } from "../../session/use-may.js";
import { numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { HeldRun } from "./held-run.js";
import { RunActs } from "./run-acts.js";
import { RunChanges } from "./run-changes.js";
import { RunDeliveries } from "./run-deliveries.js";
import { RunFiles } from "./run-files.js";
import { RunGuards } from "./run-guards.js";
import { RunIssues } from "./run-issues.js";
import { RunProgress } from "./run-progress.js";
import { isUnderWay, RunStatus } from "./run-status.js";

const { run: words, one, form } = texts.feeds;
const { facts } = one;
const FOLLOW_MS = 1_000;
/** Which run is live changes behind this page's back. */
const FEED_MS = 5_000;
const COUNTS = ["selected", "written", "excluded", "invalid", "warnings"] as const;

/** One run, followed while it is under way: what it counted, what changed, its files, and where they went. */
export function RunPage() {
  const { runId } = useParams({ from: "/runs/$runId" });
  const sent = { params: { run_id: runId } };
  const known = useRead("getRun", sent);
  const isLive = known.data !== undefined && isUnderWay(known.data.status);
  const { data: run } = useRead("getRun", sent, { everyMs: isLive && FOLLOW_MS });
  if (!run) return known.error ? <PageProblem error={known.error} /> : <Waiting />;
  return <ShownRun run={run} />;
}

function ShownRun({ run }: { readonly run: Run }) {
  const mayWrite = useMay("releaseRun");
  const { data: feed } = useRead("getFeed", { params: { feed_id: run.feed_id } }, { everyMs: FEED_MS });
  return (
    <Page
      title={feed ? texts.runs.titleOf(feed.name) : words.title}
      lead={<code>{run.id}</code>}
      actions={feed && mayWrite && <RunActs run={run} feed={feed} />}
    >
      <div className="actions standing">
        <span role="status">
          <RunStatus status={run.status} />
        </span>
        <Link to="/feeds/$feedId" params={{ feedId: run.feed_id }}>
          {words.toFeed}
        </Link>
      </div>
      {isUnderWay(run.status) && <RunProgress run={run} />}
      {run.status === "held" && <HeldRun run={run} feed={feed} mayWrite={mayWrite} />}
      {run.error !== null && <p className="note bad">{run.error}</p>}
      <RunCounts run={run} />
      <RunChanges run={run} />
      <RunGuards run={run} />
      <RunFiles run={run} />
      <RunDeliveries run={run} />
      <RunIssues run={run} />
    </Page>
  );
}

function RunCounts({ run }: { readonly run: Run }) {
  const { release, rollback_to: rollbackTo, coverage } = run;
  return (
    <Sheet title={words.countsTitle}>
      <Facts
        facts={[
          ...COUNTS.map((name) => [words.counts[name], numberText(run.counts[name])] as const),
          [words.columns.begun, <Moment key="begun" at={run.created_at} />],
          [words.columns.trigger, words.triggers[run.trigger]],
          ...(coverage === null ? [] : [[facts.coverage, form.coverage.choices[coverage]] as const]),
          ...(rollbackTo === null ? [] : [[texts.runs.goBack.ofRun, <ToRun key="to" runId={rollbackTo} />] as const]),
          ...(release === null
            ? []
            : ([
                [texts.runs.release.told, <Moment key="at" at={release.at} />],
                [texts.runs.release.reason, release.reason],
              ] as const)),
        ]}
      />
    </Sheet>
  );
}

const ToRun = ({ runId }: { readonly runId: string }) => (
  <Link to="/runs/$runId" params={{ runId }}>
    <code>{runId}</code>
  </Link>
);
