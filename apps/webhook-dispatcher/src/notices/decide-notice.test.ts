import { expect, test } from "@jest/globals";
import { decideNotice } from "./decide-notice.js";

const away = { type: "unreachable", error: "e" } as const;

test("what was taken over is over, and so is what may have been, and what is refused for good", () => {
  expect(decideNotice({ type: "accepted" }, 1)).toEqual({ status: "sent" });
  expect(decideNotice({ type: "unconfirmed", error: "e" }, 1)).toEqual({ status: "unconfirmed" });
  expect(decideNotice({ type: "refused", isFinal: true, error: "e" }, 1)).toEqual({ status: "failed" });
});

test("what certainly did not leave is tried for about a day, at longer and longer waits, and then given up", () => {
  expect(decideNotice({ type: "refused", isFinal: false, error: "e" }, 1)).toEqual({
    status: "pending",
    waitMs: 60_000,
  });
  const waits = Array.from({ length: 29 }, (_, i) => decideNotice(away, i + 1).waitMs ?? Number.NaN);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  const hours = waits.reduce((sum, ms) => sum + ms, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(20);
  expect(hours).toBeLessThan(28);
  expect(decideNotice(away, 30)).toEqual({ status: "failed" });
});
