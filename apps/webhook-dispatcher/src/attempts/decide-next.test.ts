import { describe, expect, test } from "@jest/globals";
import type { AttemptOutcome } from "@skucast/contracts/deliveries/delivery";
import { newId } from "@skucast/contracts/ids";
import { decideNext, SCHEDULE_MS } from "./decide-next.js";

const endedAt = new Date("2026-11-21T08:00:00.000Z");
const after = (number: number, more: { outcome?: AttemptOutcome; retryAfterMs?: number; deliveryId?: string } = {}) =>
  decideNext({ deliveryId: "dlv_1", number, outcome: "rejected", retryAfterMs: undefined, endedAt, ...more });

function waitMs(decision: ReturnType<typeof after>): number {
  if (decision.type !== "retry") throw new Error(`decided ${decision.type}`);
  return decision.nextAttemptAt.getTime() - endedAt.getTime();
}

test("the schedule is ten attempts within 75 h 35 min 5 s", () => {
  expect(SCHEDULE_MS).toHaveLength(10);
  expect(SCHEDULE_MS.reduce((sum, ms) => sum + ms)).toBe(((75 * 60 + 35) * 60 + 5) * 1000);
});

describe("decideNext", () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9])("after failed attempt %i waits its step, 20 % more or less", (number) => {
    const step = SCHEDULE_MS[number] ?? 0;
    for (let i = 0; i < 200; i += 1) {
      const wait = waitMs(after(number, { deliveryId: newId("dlv") }));
      expect(wait).toBeGreaterThanOrEqual(step * 0.8);
      expect(wait).toBeLessThanOrEqual(step * 1.2);
    }
  });

  test("spreads deliveries over the whole jitter", () => {
    const waits = Array.from({ length: 1_000 }, () => waitMs(after(2, { deliveryId: newId("dlv") })));
    const step = SCHEDULE_MS[2] ?? 0;
    for (const [low, high] of [
      [0.8, 0.9],
      [0.9, 1],
      [1, 1.1],
      [1.1, 1.2],
    ] as const) {
      const share = waits.filter((wait) => wait >= step * low && wait < step * high).length / waits.length;
      expect(share).toBeGreaterThan(0.15);
    }
  });

  test.each(["rejected", "timeout", "unreachable", "refused_target"] as const)(
    "fails after the tenth attempt: %s",
    (outcome) => {
      expect(after(9, { outcome }).type).toBe("retry");
      expect(after(10, { outcome })).toEqual({ type: "failed" });
    },
  );

  test("a success or a 410 ends the schedule at any attempt", () => {
    expect(after(1, { outcome: "delivered" })).toEqual({ type: "delivered" });
    expect(after(10, { outcome: "delivered" })).toEqual({ type: "delivered" });
    expect(after(1, { outcome: "gone" })).toEqual({ type: "gone" });
  });

  test("Retry-After extends the wait to at most twice the step, and never shortens it", () => {
    const step = SCHEDULE_MS[2] ?? 0;
    expect(waitMs(after(2, { retryAfterMs: step * 1.5 }))).toBe(step * 1.5);
    expect(waitMs(after(2, { retryAfterMs: 365 * 86_400_000 }))).toBe(step * 2);
    expect(waitMs(after(2, { retryAfterMs: Number.POSITIVE_INFINITY }))).toBe(step * 2);
    expect(waitMs(after(2, { retryAfterMs: 0 }))).toBe(waitMs(after(2)));
  });
});
