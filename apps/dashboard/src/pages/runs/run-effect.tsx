import type { Feed } from "@skucast/contracts/feeds/feed";
import type { Run } from "@skucast/contracts/runs/run";
import { useApiQuery } from "../../api/use-api-query.js";
import { DescriptionList } from "../../components/description-list.js";
import { RelativeTime } from "../../components/relative-time.js";
import { messageText } from "../../service-messages/message-text.js";
import { countText, numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { Recipients } from "./recipients.js";

const words = texts.runs.effect;
const { row, file } = texts.general.nouns;

interface EffectProps {
  readonly run: Run;
  readonly feed: Feed;
}

/** The effect of releasing a held run. */
export const ReleaseEffect = ({ run, feed }: EffectProps) => (
  <DescriptionList
    items={[
      [words.delivered, <BuiltFiles key="delivered" run={run} />],
      [words.instead, <LiveFiles key="instead" feed={feed} />],
      [words.changes, changesText(run)],
      [words.held, heldText(run)],
      [words.to, <Recipients key="to" deliveries={feed.deliveries} />],
    ]}
  />
);

/** The effect of discarding a held run. */
export const DiscardEffect = ({ run, feed }: EffectProps) => (
  <DescriptionList
    items={[
      [words.discarded, <BuiltFiles key="discarded" run={run} />],
      [words.kept, <LiveFiles key="kept" feed={feed} />],
      [words.changesLost, changesText(run)],
      [words.by, <Recipients key="by" deliveries={feed.deliveries} />],
    ]}
  />
);

/** The effect of a rollback. */
export const RollbackEffect = ({ run, feed }: EffectProps) => (
  <DescriptionList
    items={[
      [words.again, <BuiltFiles key="again" run={run} />],
      [words.instead, <LiveFiles key="instead" feed={feed} />],
      [words.to, <Recipients key="to" deliveries={feed.deliveries} />],
    ]}
  />
);

/** Rows, name and creation time of a run's files. */
const BuiltFiles = ({ run: { counts, files, created_at } }: Pick<EffectProps, "run">) => (
  <>
    {words.rowsIn(
      countText(counts.written, row),
      files.length === 1 ? (files[0]?.name ?? "") : countText(files.length, file),
    )}
    , {words.made} <RelativeTime at={created_at} />
  </>
);

/** The files that partners have now. */
function LiveFiles({ feed: { live_run_id: liveRunId } }: Pick<EffectProps, "feed">) {
  const sent = { params: { run_id: liveRunId ?? "" } };
  const { data: live } = useApiQuery("getRun", sent, { isEnabled: liveRunId !== null });
  if (liveRunId === null) return words.noLive;
  return live ? <BuiltFiles run={live} /> : texts.general.loading;
}

function changesText({ counts: { added, changed, removed } }: Run): string {
  if (added === null || changed === null || removed === null) return texts.runs.changes.none;
  return words.changed(numberText(added), numberText(changed), numberText(removed));
}

const heldText = ({ guards }: Run): string =>
  guards
    .filter(({ verdict }) => verdict === "tripped")
    .map(({ guard, message }) => `${texts.runs.guards.names[guard]}: ${messageText(message)}`)
    .join("; ");
