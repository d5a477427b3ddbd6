import { numberText } from "../../texts/format.js";
import { ChartFrame } from "./chart-frame.js";
import { type Counts, type TimeWindow, wholeBuckets } from "./time-window.js";

interface CountChartProps {
  readonly summary: string;
  readonly window: TimeWindow;
  readonly buckets: readonly Counts[];
  readonly names: { readonly good: string; readonly bad: string };
}

const GAP = 1;
const WIDTH_MIN = 2;

/** Stacked bars over time: successes, and failures on top. */
export function CountChart({ summary, window: requested, buckets, names }: CountChartProps) {
  const window = wholeBuckets(requested, buckets);
  return (
    <ChartFrame
      summary={summary}
      window={window}
      top={Math.max(0, ...buckets.map(({ good, bad }) => good + bad))}
      valueText={numberText}
      buckets={buckets}
      series={[
        { className: "good", name: names.good, valueIn: ({ good }) => numberText(good) },
        { className: "bad", name: names.bad, valueIn: ({ bad }) => numberText(bad) },
      ]}
    >
      {({ x, y }) =>
        buckets.map(({ start, good, bad }) => {
          const left = x(Date.parse(start));
          const right = x(Date.parse(start) + window.bucketMs);
          const width = Math.max(WIDTH_MIN, right - left - GAP);
          return (
            <g key={start}>
              <rect className="good" x={left} width={width} y={y(good)} height={y(0) - y(good)} />
              <rect className="bad" x={left} width={width} y={y(good + bad)} height={y(good) - y(good + bad)} />
            </g>
          );
        })
      }
    </ChartFrame>
  );
}
