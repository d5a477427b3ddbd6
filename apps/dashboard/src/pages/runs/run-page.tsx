import type { Run } from "@skucast/contracts/runs/run";
import { Link, useParams } from "@tanstack/react-router";
import { useApiQuery } from "../../api/use-api-query.js";
import { Card } from "../../components/card.js";
import { DescriptionList } from "../../components/description-list.js";
import { Loading } from "../../components/loading.js";
import { Page } from "../../components/page.js";
import { PageError } from "../../components/page-error.js";
import { RelativeTime } from "../../components/relative-time.js";
import { useCan } from "../../session/use-can.js";
import { numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { HeldRun } from "./held-run.js";
import { RunActions } from "./run-actions.js";
import { RunChanges } from "./run-changes.js";
import { RunDeliveries } from "./run-deliveries.js";
import { RunFiles } from "./run-files.js";
import { RunGuards } from "./run-guards.js";
import { RunIssues } from "./run-issues.js";
import { RunProgress } from "./run-progress.js";
import { isInProgress, RunStatus } from "./run-status.js";

const { run: words, one, form } = texts.feeds;
const { facts } = one;
const FOLLOW_MS = 1_000;
/** The feed's live run can change while this page is open. */
const FEED_MS = 5_000;
const COUNTS = ["selected", "written", "excluded", "invalid", "warnings"] as const;

/** One run, refetched while it is in progress. */
export function RunPage() {
  const { runId } = useParams({ from: "/runs/$runId" });
  const sent = { params: { run_id: runId } };
  const known = useApiQuery("getRun", sent);
  const isLive = known.data !== undefined && isInProgress(known.data.status);
  const { data: run } = useApiQuery("getRun", sent, { intervalMs: isLive && FOLLOW_MS });
  if (!run) return known.error ? <PageError error={known.error} /> : <Loading />;
  return <ShownRun run={run} />;
}

function ShownRun({ run }: { readonly run: Run }) {
  const canWrite = useCan("releaseRun");
  const { data: feed } = useApiQuery("getFeed", { params: { feed_id: run.feed_id } }, { intervalMs: FEED_MS });
  return (
    <Page
      title={feed ? texts.runs.titleOf(feed.name) : words.title}
      lead={<code>{run.id}</code>}
      actions={feed && canWrite && <RunActions run={run} feed={feed} />}
    >
      <div className="actions status-line">
        <span role="status">
          <RunStatus status={run.status} />
        </span>
        <Link to="/feeds/$feedId" params={{ feedId: run.feed_id }}>
          {words.toFeed}
        </Link>
      </div>
      {isInProgress(run.status) && <RunProgress run={run} />}
      {run.status === "held" && <HeldRun run={run} feed={feed} canWrite={canWrite} />}
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
    <Card title={words.countsTitle}>
      <DescriptionList
        items={[
          ...COUNTS.map((name) => [words.counts[name], numberText(run.counts[name])] as const),
          [words.columns.started, <RelativeTime key="started" at={run.created_at} />],
          [words.columns.trigger, words.triggers[run.trigger]],
          ...(coverage === null ? [] : [[facts.coverage, form.coverage.choices[coverage]] as const]),
          ...(rollbackTo === null ? [] : [[texts.runs.goBack.ofRun, <RunLink key="to" runId={rollbackTo} />] as const]),
          ...(release === null
            ? []
            : ([
                [texts.runs.release.told, <RelativeTime key="at" at={release.at} />],
                [texts.runs.release.reason, release.reason],
              ] as const)),
        ]}
      />
    </Card>
  );
}

const RunLink = ({ runId }: { readonly runId: string }) => (
  <Link to="/runs/$runId" params={{ runId }}>
    <code>{runId}</code>
  </Link>
);
