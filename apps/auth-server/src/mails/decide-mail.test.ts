import { expect, test } from "@jest/globals";
import { decideMail } from "./decide-mail.js";

const now = new Date("2026-11-26T12:00:00Z");
const unreachable = { type: "unreachable", error: "e" } as const;

test("a mail that was accepted, or rejected for good, is not sent again", () => {
  expect(decideMail({ type: "accepted" }, 1, now)).toEqual({ status: "sent", error: null });
  expect(decideMail({ type: "refused", isFinal: true, error: "e" }, 1, now)).toEqual({ status: "failed", error: "e" });
});

test("a mail that may not have arrived is sent again, for about half a day, and then fails", () => {
  for (const outcome of [
    unreachable,
    { type: "unconfirmed", error: "e" } as const,
    { type: "refused", isFinal: false, error: "e" } as const,
  ]) {
    expect(decideMail(outcome, 1, now)).toEqual({
      status: "pending",
      error: "e",
      nextAttemptAt: new Date(now.getTime() + 15_000),
    });
  }
  const waits = Array.from({ length: 29 }, (_, i) => {
    const result = decideMail(unreachable, i + 1, now);
    return result.status === "pending" ? result.nextAttemptAt.getTime() - now.getTime() : Number.NaN;
  });
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  const hours = waits.reduce((sum, ms) => sum + ms, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(10);
  expect(hours).toBeLessThan(14);
  expect(decideMail(unreachable, 30, now)).toEqual({ status: "failed", error: "e" });
});
