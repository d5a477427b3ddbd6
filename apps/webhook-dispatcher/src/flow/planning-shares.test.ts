import { beforeEach, expect, test } from "@jest/globals";
import { createPlanningShares, type PlanningShares } from "./planning-shares.js";

let nowMs: number;
let shares: PlanningShares;

beforeEach(() => {
  nowMs = 1_000_000;
  shares = createPlanningShares({ deliveriesMax: 100, eventsMax: 80, clock: { now: () => new Date(nowMs) } });
});

const enter = (workspaceId: string) => Array.from({ length: 200 }, () => shares.tryEnter(workspaceId)).filter(Boolean);

test("a workspace has its share in deliveries, by what its events have cost, and others have their own", () => {
  expect(enter("ws_new")).toHaveLength(5); // as if each had twenty
  shares.learn("ws_plain", 0.5);
  expect(enter("ws_plain")).toHaveLength(80); // each has one at least, which would be a hundred
  shares.learn("ws_wide", 50);
  expect(enter("ws_wide")).toHaveLength(2);
});

test("who had more than its share is let in again after a second, with as many as have left", () => {
  shares.learn("ws_wide", 50);
  enter("ws_wide");
  shares.leave("ws_wide");
  nowMs += 999;
  expect(enter("ws_wide")).toHaveLength(0);
  nowMs += 1;
  expect(enter("ws_wide")).toHaveLength(1);
});

test("an event that is more than a share goes alone", () => {
  shares.learn("ws_wide", 1_000);
  expect(enter("ws_wide")).toHaveLength(1);
  shares.leave("ws_wide");
  nowMs += 1_000;
  expect(enter("ws_wide")).toHaveLength(1);
});
