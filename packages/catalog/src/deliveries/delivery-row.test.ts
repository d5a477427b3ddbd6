import { expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import type { DeliveryAttempt, Delivery as DeliveryRow } from "@skucast/db/generated/client";
import { deliveryOf } from "./delivery-row.js";

const at = new Date("2026-11-20T08:00:00Z");

const row = {
  id: newId("dlv"),
  eventId: newId("evt"),
  endpointId: newId("whe"),
  status: "pending",
  attemptCount: 1,
  line: null,
  nextAttemptAt: at,
  createdAt: at,
  completedAt: null,
} as DeliveryRow;

const attempt = (number: number, outcome: string) =>
  ({
    number,
    outcome,
    startedAt: at,
    durationMs: 5,
    statusCode: null,
    error: null,
    responseBody: null,
  }) as DeliveryAttempt;

test("an attempt that was stored after its delivery was read is left out", () => {
  const attempts = [attempt(1, "timeout"), attempt(2, "delivered")];
  const told = deliveryOf(row, { eventType: "product.updated", attempts });
  expect(told).toMatchObject({ status: "pending", attempt_count: 1 });
  expect(told.attempts.map(({ number }) => number)).toEqual([1]);
});
