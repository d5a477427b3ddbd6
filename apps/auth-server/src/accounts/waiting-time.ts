/** A waiting time in words: seconds below one minute, otherwise minutes, rounded up. */
export function waitingTime(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
