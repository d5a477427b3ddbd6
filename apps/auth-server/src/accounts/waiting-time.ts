import { texts } from "../language/request-language.js";
/** A waiting time in words: seconds below one minute, otherwise minutes, rounded up. */
export function waitingTime(seconds: number): string {
  const { forms } = texts();
  return seconds < 60 ? forms.seconds(seconds) : forms.minutes(Math.ceil(seconds / 60));
}
