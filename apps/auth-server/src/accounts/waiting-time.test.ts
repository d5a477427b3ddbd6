import { expect, test } from "@jest/globals";
import { waitingTime } from "./waiting-time.js";

test.each([
  [1, "1 second"],
  [59, "59 seconds"],
  [60, "1 minute"],
  [61, "2 minutes"],
  [900, "15 minutes"],
  [3_600, "60 minutes"],
])("%i seconds are %s", (seconds, words) => {
  expect(waitingTime(seconds)).toBe(words);
});
