import { useEffect, useState } from "react";
import { dateTimeText } from "../texts/format.js";
import { relativeText } from "../texts/relative-text.js";

const MINUTE_MS = 60_000;

interface RelativeTimeProps {
  readonly at: string;
  /** Whether it is still to come. Otherwise a later time within a minute is one of a clock that is ahead. */
  readonly isPlanned?: boolean;
}

/** A time relative to now, with the exact time as a tooltip. */
export function RelativeTime({ at, isPlanned = false }: RelativeTimeProps) {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  // A time within the last minute may be later than `nowMs`, which is updated once a minute.
  const isNear = Math.abs(Date.parse(at) - nowMs) < MINUTE_MS;
  const referenceMs = isNear && !isPlanned ? Math.max(nowMs, Date.parse(at)) : nowMs;
  return (
    <time dateTime={at} title={dateTimeText(at)}>
      {relativeText(at, referenceMs)}
    </time>
  );
}
