// How long clients could not write.
const TICK_MS = 10;

/** Measures the longest time without an accepted write, until `stop`, which returns it in milliseconds. */
export function watchWrites(writer) {
  let count = writer.accepted.length;
  let sinceMs = performance.now();
  let longestMs = 0;
  const look = () => {
    const nowMs = performance.now();
    longestMs = Math.max(longestMs, nowMs - sinceMs);
    if (writer.accepted.length === count) return;
    count = writer.accepted.length;
    sinceMs = nowMs;
  };
  const timer = setInterval(look, TICK_MS);
  return {
    stop() {
      look();
      clearInterval(timer);
      return longestMs;
    },
  };
}
