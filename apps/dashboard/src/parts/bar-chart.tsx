import { texts } from "../texts/texts.js";
import type { Bar } from "./bar.js";

interface BarChartProps {
  /** What the chart says in one sentence, for who does not see it. */
  readonly summary: string;
  readonly bars: readonly Bar[];
  readonly labels: { readonly title: string; readonly good: string; readonly bad: string };
}

const HEIGHT = 120;
const STEP = 12;
const GAP = 2;
/** Room for a day of hours: a few bars are not stretched over all of it. */
const BARS_MIN = 24;

/** Bars of what went well and what did not, and the same as a table. */
export function BarChart({ summary, bars, labels }: BarChartProps) {
  const top = Math.max(1, ...bars.map(({ good, bad }) => good + bad));
  const scale = (count: number) => (count / top) * HEIGHT;
  return (
    <figure className="chart">
      <svg viewBox={`0 0 ${Math.max(bars.length, BARS_MIN) * STEP} ${HEIGHT}`} role="img" preserveAspectRatio="none">
        <title>{summary}</title>
        {bars.map(({ key, good, bad }, i) => (
          <g key={key} transform={`translate(${i * STEP} 0)`}>
            <rect className="good" y={HEIGHT - scale(good)} width={STEP - GAP} height={scale(good)} />
            <rect className="bad" y={HEIGHT - scale(good + bad)} width={STEP - GAP} height={scale(bad)} />
          </g>
        ))}
      </svg>
      <figcaption>
        <span className="key good">{labels.good}</span> <span className="key bad">{labels.bad}</span>
        <details>
          <summary>{texts.general.asTable}</summary>
          <table>
            <thead>
              <tr>
                <th scope="col">{labels.title}</th>
                <th scope="col">{labels.good}</th>
                <th scope="col">{labels.bad}</th>
              </tr>
            </thead>
            <tbody>
              {bars
                .filter(({ good, bad }) => good + bad > 0)
                .map(({ key, title, good, bad }) => (
                  <tr key={key}>
                    <th scope="row">{title}</th>
                    <td>{good}</td>
                    <td>{bad}</td>
                  </tr>
                ))}
            </tbody>
          </table>
        </details>
      </figcaption>
    </figure>
  );
}
