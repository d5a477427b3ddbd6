import { beforeEach, expect, test } from "@jest/globals";
import { createPlanningShares, type PlanningShares } from "./planning-shares.js";

let nowMs: number;
let shares: PlanningShares;

beforeEach(() => {
  nowMs = 1_000_000;
  shares = createPlanningShares({ deliveriesMax: 100, eventsMax: 80, clock: { now: () => new Date(nowMs) } });
});

/** Acquires as often as possible. */
const acquireAll = (workspaceId: string) =>
  Array.from({ length: 200 }, () => shares.tryAcquire(workspaceId)).filter(Boolean);

test("a workspace's share in deliveries depends on the cost of its events, and other workspaces have their own", () => {
  expect(acquireAll("ws_new")).toHaveLength(5); // 20 deliveries per event by default
  shares.recordCost("ws_plain", 0.5);
  expect(acquireAll("ws_plain")).toHaveLength(80); // at least one delivery per event; the limit in events applies first
  shares.recordCost("ws_wide", 50);
  expect(acquireAll("ws_wide")).toHaveLength(2);
});

test("a workspace that exceeded its share is admitted again after a second, as far as its share is free", () => {
  shares.recordCost("ws_wide", 50);
  acquireAll("ws_wide");
  shares.release("ws_wide");
  nowMs += 999;
  expect(acquireAll("ws_wide")).toHaveLength(0);
  nowMs += 1;
  expect(acquireAll("ws_wide")).toHaveLength(1);
});

test("an event that costs more than a share is planned alone", () => {
  shares.recordCost("ws_wide", 1_000);
  expect(acquireAll("ws_wide")).toHaveLength(1);
  shares.release("ws_wide");
  nowMs += 1_000;
  expect(acquireAll("ws_wide")).toHaveLength(1);
});
