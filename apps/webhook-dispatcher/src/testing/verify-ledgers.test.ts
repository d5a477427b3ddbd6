import { expect, test } from "@jest/globals";
import { type Breaches, type Ledgers, verifyLedgers } from "./verify-ledgers.js";

const event = (id: string, sequence: number, workspaceId = "ws_a") => ({
  id,
  workspaceId,
  sequence,
  bodyHash: id,
  type: "product.updated",
  objectId: "prod_1",
});
const request = (eventId: string, more: Partial<Ledgers["received"][number]> = {}) => ({
  eventId,
  endpointId: "whe_1",
  bodyHash: eventId,
  isVerified: true,
  status: 200,
  ...more,
});
const attempt = (number: number, startedAtMs: number, scheduleStart = 0) => ({
  deliveryId: "dlv_1",
  number,
  scheduleStart,
  startedAtMs,
});
const whole: Ledgers = {
  accepted: [{ objectId: "prod_1", sequence: 1 }],
  events: [event("evt_1", 1), event("evt_2", 2), { ...event("evt_3", 3), type: "feed.run.queued" }],
  endpoints: [
    { id: "whe_1", workspaceId: "ws_a", eventTypes: ["*"], isOrdered: true },
    { id: "whe_2", workspaceId: "ws_a", eventTypes: ["product.deleted"] },
    { id: "whe_3", workspaceId: "ws_b", eventTypes: ["*"] },
  ],
  deliveries: [
    { eventId: "evt_1", endpointId: "whe_1", status: "delivered" },
    { eventId: "evt_2", endpointId: "whe_1", status: "delivered" },
  ],
  attempts: [attempt(1, 0), attempt(2, 4_001)],
  received: [request("evt_1", { status: 503 }), request("evt_1"), request("evt_2"), request("evt_1")],
};
const none: Breaches = {
  unrecorded: [],
  lost: [],
  ghosts: [],
  changed: [],
  unverified: [],
  inversions: [],
  foreign: [],
  unscheduled: [],
};

test("consistent ledgers have no violations, and repeats are counted", () => {
  const { breaches, ...counts } = verifyLedgers(whole);
  expect(breaches).toEqual(none);
  expect(counts).toEqual({ eventCount: 3, expectedCount: 2, receivedCount: 4, duplicateCount: 2 });
});

test("a delivery that failed for good is not lost; one that is delivered according to PostgreSQL only is", () => {
  const received = whole.received.filter(({ eventId }) => eventId === "evt_1");
  const failed = whole.deliveries.map((delivery) => ({ ...delivery, status: "failed" }));
  expect(verifyLedgers({ ...whole, received, deliveries: failed }).breaches).toEqual(none);
  expect(verifyLedgers({ ...whole, received }).breaches).toEqual({ ...none, lost: ["evt_2 whe_1"] });
});

test("a restarted schedule has its own times, regardless of earlier attempts", () => {
  const first = Array.from({ length: 3 }, (_, i) => attempt(i + 1, i * 600_000, 3));
  const attempts = [...first, attempt(4, 1_200_001, 3), attempt(5, 1_205_001, 3)];
  expect(verifyLedgers({ ...whole, attempts }).breaches).toEqual(none);
  const early = [...first, attempt(4, 1_200_001, 3), attempt(5, 1_203_000, 3)];
  expect(verifyLedgers({ ...whole, attempts: early }).breaches.unscheduled).toEqual(["dlv_1 5"]);
});

test.each<[keyof Breaches, Partial<Ledgers>, string[]]>([
  ["unrecorded", { accepted: [{ objectId: "prod_1", sequence: 9 }] }, ["prod_1 9"]],
  ["lost", { received: [request("evt_1"), request("evt_2", { status: 500 })], deliveries: [] }, ["evt_2 whe_1"]],
  ["ghosts", { received: [...whole.received, request("evt_9")] }, ["evt_9 whe_1"]],
  ["changed", { received: [...whole.received, request("evt_2", { bodyHash: "other" })] }, ["evt_2 whe_1"]],
  [
    "changed",
    { received: whole.received.map((one) => (one.eventId === "evt_2" ? { ...one, bodyHash: "other" } : one)) },
    ["evt_2 whe_1"],
  ],
  ["unverified", { received: [...whole.received, request("evt_2", { isVerified: false })] }, ["evt_2 whe_1"]],
  ["inversions", { received: [request("evt_2"), request("evt_1")] }, ["evt_1 whe_1"]],
  ["foreign", { received: [...whole.received, request("evt_1", { endpointId: "whe_3" })] }, ["evt_1 whe_3"]],
  ["unscheduled", { attempts: [attempt(11, 0)] }, ["dlv_1 11"]],
  [
    "unscheduled",
    {
      attempts: [attempt(1, 0), attempt(2, 3_999)],
    },
    ["dlv_1 2"],
  ],
])("finds what is %s", (name, change, found) => {
  expect(verifyLedgers({ ...whole, ...change }).breaches).toEqual({ ...none, [name]: found });
});
