import { line } from "d3-shape";
import { ChartFrame } from "./chart-frame.js";
import type { Bucket, TimeWindow } from "./time-window.js";

interface LineChartProps<Item extends Bucket> {
  readonly summary: string;
  readonly window: TimeWindow;
  readonly buckets: readonly Item[];
  /** Each with its own CSS class; null for a bucket without a measurement. */
  readonly lines: readonly {
    readonly className: "first" | "second";
    readonly name: string;
    readonly valueIn: (bucket: Item) => number | null;
  }[];
  readonly valueText: (value: number) => string;
}

/** Lines over time, with a point at each bucket that has a value. */
export function LineChart<Item extends Bucket>({ summary, window, buckets, lines, valueText }: LineChartProps<Item>) {
  const pointsOf = (valueIn: (bucket: Item) => number | null) =>
    buckets.flatMap((bucket) => {
      const value = valueIn(bucket);
      const atMs = Math.max(Date.parse(window.since), Date.parse(bucket.start) + window.bucketMs / 2);
      return value === null ? [] : [{ atMs: Math.min(atMs, Date.parse(window.until)), value }];
    });
  const drawn = lines.map(({ className, valueIn }) => ({ className, points: pointsOf(valueIn) }));
  return (
    <ChartFrame
      summary={summary}
      window={window}
      top={Math.max(0, ...drawn.flatMap(({ points }) => points.map(({ value }) => value)))}
      valueText={valueText}
      buckets={buckets}
      series={lines.map(({ className, name, valueIn }) => ({
        className,
        name,
        valueIn: (bucket: Item) => {
          const value = valueIn(bucket);
          return value === null ? "" : valueText(value);
        },
      }))}
    >
      {({ x, y }) => {
        const path = line<{ atMs: number; value: number }>(
          ({ atMs }) => x(atMs),
          ({ value }) => y(value),
        );
        return drawn.map(({ className, points }) => (
          <g key={className} className={`line ${className}`}>
            <path d={path(points) ?? ""} />
            {points.map(({ atMs, value }) => (
              <circle key={atMs} cx={x(atMs)} cy={y(value)} r={2.5} />
            ))}
          </g>
        ));
      }}
    </ChartFrame>
  );
}
