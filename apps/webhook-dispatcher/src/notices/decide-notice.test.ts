import { expect, test } from "@jest/globals";
import { decideNotice } from "./decide-notice.js";

const unreachable = { type: "unreachable", error: "e" } as const;

test("a mail that was accepted, may have been accepted, or was rejected for good is not retried", () => {
  expect(decideNotice({ type: "accepted" }, 1)).toEqual({ status: "sent" });
  expect(decideNotice({ type: "unconfirmed", error: "e" }, 1)).toEqual({ status: "unconfirmed" });
  expect(decideNotice({ type: "refused", isFinal: true, error: "e" }, 1)).toEqual({ status: "failed" });
});

test("a mail that was certainly not sent is retried for about a day with growing waits, and then fails", () => {
  expect(decideNotice({ type: "refused", isFinal: false, error: "e" }, 1)).toEqual({
    status: "pending",
    waitMs: 60_000,
  });
  const waits = Array.from({ length: 29 }, (_, i) => decideNotice(unreachable, i + 1).waitMs ?? Number.NaN);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  const hours = waits.reduce((sum, ms) => sum + ms, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(20);
  expect(hours).toBeLessThan(28);
  expect(decideNotice(unreachable, 30)).toEqual({ status: "failed" });
});
