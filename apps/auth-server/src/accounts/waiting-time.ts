/** Seconds as a person counts them: whole minutes from one minute on, never less than is left. */
export function waitingTime(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
