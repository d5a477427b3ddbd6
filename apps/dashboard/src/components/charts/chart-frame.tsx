import { type ScaleLinear, type ScaleTime, scaleLinear, scaleTime } from "d3-scale";
import type { ReactNode } from "react";
import { hourText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { type Bucket, bucketText, type TimeWindow } from "./time-window.js";
import { useWidth } from "./use-width.js";

/** Maps times and values to pixels. */
export interface Scales {
  readonly x: ScaleTime<number, number>;
  readonly y: ScaleLinear<number, number>;
}

interface ChartFrameProps<Item extends Bucket> {
  /** The chart in one sentence, for screen readers. */
  readonly summary: string;
  readonly window: TimeWindow;
  /** Greatest value of the y-axis. */
  readonly top: number;
  readonly valueText: (value: number) => string;
  readonly buckets: readonly Item[];
  /** The series: CSS class, name in the legend, and value in the table. */
  readonly series: readonly {
    readonly className: string;
    readonly name: string;
    readonly valueIn: (bucket: Item) => string;
  }[];
  readonly children: (scales: Scales) => ReactNode;
}

const HEIGHT = 140;
const EDGE = { top: 8, right: 20, bottom: 24, left: 64 } as const;
const TICK_WIDTH = 84;
const GRID_LINES = 3;

/** The axes and legend of a chart over time, with the same data as a table. */
export function ChartFrame<Item extends Bucket>(props: ChartFrameProps<Item>) {
  const { summary, window, buckets, series } = props;
  const [ref, width] = useWidth<HTMLDivElement>();
  return (
    <figure className="chart">
      <div ref={ref} className="chart-canvas">
        {width > 0 && <Drawing {...props} width={width} />}
      </div>
      <figcaption>
        {series.map(({ className, name }) => (
          <span key={className} className={`key ${className}`}>
            {name}
          </span>
        ))}
        <details>
          <summary aria-label={texts.general.asTableOf(summary)}>{texts.general.asTable}</summary>
          <table>
            <thead>
              <tr>
                <th scope="col">{texts.general.time}</th>
                {series.map(({ className, name }) => (
                  <th key={className} scope="col" className="end">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {buckets.map((bucket) => (
                <tr key={bucket.start}>
                  <th scope="row">{bucketText(bucket, window)}</th>
                  {series.map(({ className, valueIn }) => (
                    <td key={className} className="end">
                      {valueIn(bucket)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </figcaption>
    </figure>
  );
}

function Drawing<Item extends Bucket>(props: ChartFrameProps<Item> & { readonly width: number }) {
  const { summary, window, top, valueText, width, children } = props;
  const right = width - EDGE.right;
  const x = scaleTime()
    .domain([Date.parse(window.since), Date.parse(window.until)])
    .range([EDGE.left, right]);
  const y = scaleLinear()
    .domain([0, Math.max(top, 1)])
    .nice(GRID_LINES)
    .range([HEIGHT - EDGE.bottom, EDGE.top]);
  return (
    <svg width={width} height={HEIGHT} role="img">
      <title>{summary}</title>
      <g>
        {y
          .ticks(GRID_LINES)
          .filter((value) => Number.isInteger(value))
          .map((value) => (
            <g key={value}>
              <line className="rule" x1={EDGE.left} x2={right} y1={y(value)} y2={y(value)} />
              <text className="tick end" x={EDGE.left - 6} y={y(value)} dy="0.32em">
                {valueText(value)}
              </text>
            </g>
          ))}
        {x.ticks(Math.max(2, Math.floor(width / TICK_WIDTH))).map((time) => (
          <text key={time.getTime()} className="tick" x={x(time)} y={HEIGHT - 6}>
            {hourText(time.getTime())}
          </text>
        ))}
        {children({ x, y })}
      </g>
    </svg>
  );
}
