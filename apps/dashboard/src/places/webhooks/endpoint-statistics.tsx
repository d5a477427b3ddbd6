import { useRead } from "../../api/use-read.js";
import { BarChart } from "../../parts/bar-chart.js";
import { Moment } from "../../parts/moment.js";
import { ProblemNote } from "../../parts/problem-note.js";
import { Sheet } from "../../parts/sheet.js";
import { countText, dateTimeText, percentText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";

const words = texts.webhooks.statistics;
const LABELS = { title: words.hour, good: words.good, bad: words.bad };
const REFRESH_MS = 30_000;

/** How deliveries of the last day went, hour by hour. */
export function EndpointStatistics({ endpointId }: { readonly endpointId: string }) {
  const { data, error } = useRead(
    "getWebhookStatistics",
    { params: { endpoint_id: endpointId }, query: { bucket: "hour" } },
    { everyMs: REFRESH_MS },
  );
  if (!data) return error && <ProblemNote error={error} />;
  const { total, buckets, oldest_undelivered_at: oldest } = data;
  const bars = buckets.map(({ start, attempts, delivered }) => ({
    ...{ key: start, title: dateTimeText(start), good: delivered, bad: attempts - delivered },
  }));
  const summary = words.summary(countText(total.attempts, "attempt", "attempts"), percentText(total.success_rate ?? 0));
  return (
    <Sheet title={words.title}>
      {total.attempts === 0 ? (
        <p className="soft">{words.none}</p>
      ) : (
        <>
          <p>{summary}</p>
          <BarChart summary={summary} bars={bars} labels={LABELS} />
          {total.latency_p50_ms !== null && total.latency_p95_ms !== null && (
            <p>{words.latency(total.latency_p50_ms, total.latency_p95_ms)}</p>
          )}
        </>
      )}
      {oldest !== null && (
        <p>
          {words.waiting} <Moment at={oldest} />.
        </p>
      )}
    </Sheet>
  );
}
