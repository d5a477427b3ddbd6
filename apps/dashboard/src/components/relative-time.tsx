import { useEffect, useState } from "react";
import { dateTimeText, relativeText } from "../texts/format.js";

const MINUTE_MS = 60_000;

/** A moment as people say it, with the exact one on pointing at it. */
export function RelativeTime({ at }: { readonly at: string }) {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  // What has just happened is newer than the clock of this page.
  const referenceMs = Math.abs(Date.parse(at) - nowMs) < MINUTE_MS ? Math.max(nowMs, Date.parse(at)) : nowMs;
  return (
    <time dateTime={at} title={dateTimeText(at)}>
      {relativeText(at, referenceMs)}
    </time>
  );
}
