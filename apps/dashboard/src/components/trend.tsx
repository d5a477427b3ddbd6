import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { numberText } from "../texts/format.js";
import type { TrendPoint } from "./trend-point.js";

interface TrendProps {
  /** The trend in one sentence, for screen readers. */
  readonly summary: string;
  /** In order of time, at least two. */
  readonly points: readonly TrendPoint[];
  readonly tone: "good" | "warn" | "bad" | "plain";
}

const WIDTH = 96;
const HEIGHT = 24;
const EDGE = 3;

/** A small line without axes. The pointer, or the arrow keys, show the value of a point. */
export function Trend({ summary, points, tone }: TrendProps) {
  const [active, setActive] = useState<number | null>(null);
  const places = placesOf(points);
  const last = places.length - 1;
  const shown = active === null ? undefined : points[active];
  const onMove = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setActive(Math.min(last, Math.max(0, Math.round(((clientX - left) / width) * last))));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setActive((known) => Math.min(last, Math.max(0, (known ?? last) + step)));
  };
  const mark = places[active ?? last];
  return (
    <span
      className={`trend ${tone}`}
      role="slider"
      aria-label={summary}
      aria-readonly="true"
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={active ?? last}
      aria-valuetext={textOf(points[active ?? last])}
      tabIndex={0}
      onPointerMove={onMove}
      onPointerLeave={() => setActive(null)}
      onKeyDown={onKeyDown}
      onBlur={() => setActive(null)}
    >
      <svg width={WIDTH} height={HEIGHT} aria-hidden="true">
        <path d={`M${places.map(({ x, y }) => `${x} ${y}`).join("L")}`} />
        {mark && <circle cx={mark.x} cy={mark.y} r="2.5" />}
      </svg>
      {shown && (
        <span className="trend-value" aria-hidden="true">
          {textOf(shown)}
        </span>
      )}
    </span>
  );
}

const textOf = (point: TrendPoint | undefined): string => (point ? `${point.label}: ${numberText(point.value)}` : "");

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Values from the least to the greatest fill the height. If all are equal, the line is in the middle. */
function placesOf(points: readonly TrendPoint[]): readonly { readonly x: number; readonly y: number }[] {
  const values = points.map(({ value }) => value);
  const least = Math.min(...values);
  const range = Math.max(...values) - least;
  const step = (WIDTH - 2 * EDGE) / Math.max(1, points.length - 1);
  return values.map((value, i) => ({
    x: round(EDGE + i * step),
    y: round(range === 0 ? HEIGHT / 2 : HEIGHT - EDGE - ((value - least) / range) * (HEIGHT - 2 * EDGE)),
  }));
}

const round = (pixels: number): number => Math.round(pixels * 10) / 10;
