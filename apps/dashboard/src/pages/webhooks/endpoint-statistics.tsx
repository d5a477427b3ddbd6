import type { Statistics } from "@skucast/contracts/webhook-endpoints/statistics";
import { Card } from "../../components/card.js";
import { CountChart } from "../../components/charts/count-chart.js";
import { LineChart } from "../../components/charts/line-chart.js";
import { HOUR_MS } from "../../components/charts/time-window.js";
import { DescriptionList } from "../../components/description-list.js";
import { ErrorNote } from "../../components/error-note.js";
import { RelativeTime } from "../../components/relative-time.js";
import { countText, numberText, percentText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { useEndpointStatistics } from "./use-endpoint-statistics.js";

const words = texts.webhooks.statistics;

/** Success rate, latency and oldest pending delivery of the last 24 hours, with charts by hour. */
export function EndpointStatistics({ endpointId }: { readonly endpointId: string }) {
  const { data, error } = useEndpointStatistics(endpointId);
  if (!data) return error && <ErrorNote error={error} />;
  const { total, oldest_undelivered_at: oldest } = data;
  const rate = total.success_rate;
  const p50 = total.latency_p50_ms;
  const p95 = total.latency_p95_ms;
  return (
    <Card title={words.title}>
      <DescriptionList
        items={[
          [words.facts.attempts, numberText(total.attempts)],
          [words.facts.rate, rate === null ? texts.general.none : percentText(rate)],
          ...(p50 === null ? [] : [[words.facts.p50, words.ms(numberText(p50))] as const]),
          ...(p95 === null ? [] : [[words.facts.p95, words.ms(numberText(p95))] as const]),
          [words.facts.oldest, oldest === null ? texts.general.none : <RelativeTime key="oldest" at={oldest} />],
        ]}
      />
      {total.attempts === 0 ? <p className="soft gap">{words.none}</p> : <Charts statistics={data} />}
    </Card>
  );
}

function Charts({ statistics }: { readonly statistics: Statistics }) {
  const { total, buckets, since, until } = statistics;
  const window = { since, until, bucketMs: HOUR_MS };
  const counts = buckets.map(({ start, attempts, delivered }) => ({
    start,
    good: delivered,
    bad: attempts - delivered,
  }));
  const summary = words.summary(
    countText(total.attempts, texts.general.nouns.attempt),
    percentText(total.success_rate ?? 0),
  );
  return (
    <div className="charts">
      <section aria-label={words.attempts}>
        <h3>{words.attempts}</h3>
        <CountChart summary={summary} window={window} buckets={counts} names={{ good: words.good, bad: words.bad }} />
      </section>
      <section aria-label={words.latency}>
        <h3>{words.latency}</h3>
        {total.latency_p50_ms === null ? (
          <p className="soft">{words.unanswered}</p>
        ) : (
          <LineChart
            summary={words.latencySummary}
            window={window}
            buckets={buckets}
            valueText={(value) => words.ms(numberText(value))}
            lines={[
              { className: "first", name: words.p50, valueIn: ({ latency_p50_ms: p50 }) => p50 },
              { className: "second", name: words.p95, valueIn: ({ latency_p95_ms: p95 }) => p95 },
            ]}
          />
        )}
      </section>
    </div>
  );
}
