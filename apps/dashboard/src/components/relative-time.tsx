import { useEffect, useState } from "react";
import { dateTimeText } from "../texts/format.js";
import { relativeText } from "../texts/relative-text.js";

const MINUTE_MS = 60_000;

/** A time relative to now, with the exact time as a tooltip. */
export function RelativeTime({ at }: { readonly at: string }) {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  // A time within the last minute may be later than `nowMs`, which is updated once a minute.
  const referenceMs = Math.abs(Date.parse(at) - nowMs) < MINUTE_MS ? Math.max(nowMs, Date.parse(at)) : nowMs;
  return (
    <time dateTime={at} title={dateTimeText(at)}>
      {relativeText(at, referenceMs)}
    </time>
  );
}
