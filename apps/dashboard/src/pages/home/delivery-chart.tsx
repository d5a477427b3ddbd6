import { CountChart } from "../../components/charts/count-chart.js";
import type { Counts, TimeWindow } from "../../components/charts/time-window.js";
import { countText, percentText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";

const { statistics: chartWords } = texts.webhooks;

interface DeliveryChartProps {
  readonly counts: readonly Counts[];
  readonly window: TimeWindow;
}

/** Attempts of the last 24 hours, as a sentence and a chart. */
export function DeliveryChart({ counts, window }: DeliveryChartProps) {
  const good = counts.reduce((sum, each) => sum + each.good, 0);
  const all = counts.reduce((sum, each) => sum + each.good + each.bad, 0);
  const summary = chartWords.summary(
    countText(all, texts.general.nouns.attempt),
    percentText(all === 0 ? 0 : good / all),
  );
  const names = { good: chartWords.good, bad: chartWords.bad };
  return (
    <>
      <p>{summary}</p>
      <CountChart summary={summary} window={window} buckets={counts} names={names} />
    </>
  );
}
