import type { Source } from "@skucast/contracts/sources/source";
import { useParams } from "@tanstack/react-router";
import { useApiQuery } from "../../api/use-api-query.js";
import { Badge } from "../../components/badge.js";
import { BoundNote } from "../../components/bound-note.js";
import { DescriptionList } from "../../components/description-list.js";
import { EditDeleteButtons } from "../../components/edit-delete-buttons.js";
import { Loading } from "../../components/loading.js";
import { Page } from "../../components/page.js";
import { PageError } from "../../components/page-error.js";
import { RelativeTime } from "../../components/relative-time.js";
import { useCan } from "../../session/use-can.js";
import { dateTimeText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { scheduleText } from "../schedules/schedule-text.js";
import { DeleteSource } from "./delete-source.js";
import { SourceActions } from "./source-actions.js";
import { SourceForm } from "./source-form.js";
import { SourceRuns } from "./source-runs.js";
import { HEALTH_TONES, locationText } from "./source-text.js";

const { one, form, healths, statuses } = texts.sources;

export function SourcePage() {
  const { sourceId } = useParams({ from: "/sources/$sourceId" });
  const { data, error, refetch } = useApiQuery("getSource", { params: { source_id: sourceId } });
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <Loading />;
  return <ShownSource source={data} />;
}

function ShownSource({ source }: { readonly source: Source }) {
  const canWrite = useCan("updateSource");
  const actions = canWrite && (
    <>
      <SourceActions source={source} />
      <EditDeleteButtons
        words={one}
        editForm={(close) => <SourceForm source={source} onClose={close} />}
        deleteDialog={(close) => <DeleteSource source={source} onClose={close} />}
      />
    </>
  );
  return (
    <Page title={source.name} actions={actions}>
      <div className="actions status-line">
        <Badge tone={HEALTH_TONES[source.health]}>{healths[source.health]}</Badge>
        {source.status === "paused" && <Badge tone="plain">{statuses.paused}</Badge>}
      </div>
      {source.last_error !== null && (
        <p className="note bad">
          {source.last_error} {source.failing_since !== null && one.failing(dateTimeText(source.failing_since))}
        </p>
      )}
      {source.health === "held" && <p className="note warn">{one.held}</p>}
      <BoundNote
        boundTo={source.bound_to}
        keep={
          canWrite && source.status === "active"
            ? { route: "updateSource", request: { params: { source_id: source.id }, body: { status: "active" } } }
            : null
        }
      />
      <SourceDetails source={source} />
      <SourceRuns sourceId={source.id} />
    </Page>
  );
}

function SourceDetails({ source }: { readonly source: Source }) {
  const { facts } = one;
  const { auth, host_keys, next_run_at, last_checked_at } = source;
  return (
    <div className="card">
      <DescriptionList
        items={[
          [facts.from, locationText(source)],
          [facts.login, form.auths[auth.type]],
          ...(auth.public_key === undefined
            ? []
            : [[one.publicKey, <code key="key">{auth.public_key}</code>] as const]),
          ...(host_keys === undefined
            ? []
            : [[facts.hostKeys, <code key="keys">{host_keys.join(" ")}</code>] as const]),
          [facts.mode, texts.imports.modes[source.mode]],
          [facts.schedule, scheduleText(source.schedule)],
          [
            facts.next,
            next_run_at === null ? texts.general.none : <RelativeTime key="next" at={next_run_at} isPlanned />,
          ],
          [
            facts.checked,
            last_checked_at === null ? texts.general.none : <RelativeTime key="last" at={last_checked_at} />,
          ],
        ]}
      />
    </div>
  );
}
