import { Trend } from "../../components/trend.js";
import type { TrendPoint } from "../../components/trend-point.js";
import { texts } from "../../texts/first-view.js";
import { numberText } from "../../texts/format.js";
import { pointsOf } from "./channel-trends.js";
import { useChannelDays } from "./use-channel-days.js";

const { trend: words, counts: countWords } = texts.states;

export const COUNTED_STATES = ["published", "pending", "held", "invalid"] as const;
export type CountedState = (typeof COUNTED_STATES)[number];
const TONES = { published: "good", pending: "plain", held: "warn", invalid: "bad" } as const;

interface CountTrendProps {
  readonly channelId: string;
  readonly state: CountedState;
}

/** How many products of a channel are in a state, and how that changed over the last days. */
export function CountTrend({ channelId, state }: CountTrendProps) {
  const days = useChannelDays(channelId);
  const today = days?.at(-1);
  // Said once for all counts of the channel.
  if (!days || !today) return days && state === "published" && <span className="soft">{words.soon}</span>;
  return (
    <span className="count-trend">
      <span className="narrow-label">{countWords[state]}: </span>
      <span>{numberText(today[state])}</span>
      <LastDays name={countWords[state]} points={pointsOf(days, (day) => day[state])} tone={TONES[state]} />
    </span>
  );
}

interface LastDaysProps {
  readonly name: string;
  readonly points: readonly TrendPoint[];
  readonly tone: "good" | "warn" | "bad" | "plain";
}

/** The trend of a count. On its first day there is none yet; one that was always zero needs none. */
export function LastDays({ name, points, tone }: LastDaysProps) {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last || points.every(({ value }) => value === 0)) return null;
  if (points.length === 1) return <span className="soft first-day">{words.firstDay}</span>;
  const summary = words.summary(
    name,
    `${first.label}: ${numberText(first.value)}`,
    `${last.label}: ${numberText(last.value)}`,
  );
  return <Trend summary={summary} points={points} tone={tone} />;
}

/** The counts of a channel side by side. */
export const ChannelCounts = ({ channelId }: { readonly channelId: string }) => (
  <dl className="counts">
    {COUNTED_STATES.map((state) => (
      <div key={state}>
        <dt>{countWords[state]}</dt>
        <dd>
          <CountTrend channelId={channelId} state={state} />
        </dd>
      </div>
    ))}
  </dl>
);
