import { expect, test } from "@jest/globals";
import { AUDIT_ACTION_NAMES, objectTypeOf } from "../audit/actions.js";
import { EVENT_TYPES } from "../events/event-types.js";
import { PERMISSIONS_OF_ROLE } from "../roles.js";
import { isChangeKind, kindOfEvent, kindsVisibleTo } from "./change-kinds.js";

test("every event type except the test has a kind, and events of runs have the kind run", () => {
  for (const { type } of EVENT_TYPES)
    expect([type, kindOfEvent(type) === undefined]).toEqual([type, type === "webhook.test"]);
  expect(kindOfEvent("feed.updated")).toBe("feed");
  for (const type of ["feed.run.held", "feed.run.queued", "feed.delivered", "feed.delivery_failed"]) {
    expect(kindOfEvent(type)).toBe("run");
  }
});

test("every object type of the audit log is a kind, except the log, which changes with every entry", () => {
  const types = AUDIT_ACTION_NAMES.map(objectTypeOf).filter((type) => type !== "audit_log");
  for (const type of types) expect([type, isChangeKind(type)]).toEqual([type, true]);
});

test("a principal sees only changes of kinds that it may read", () => {
  const viewer = kindsVisibleTo(PERMISSIONS_OF_ROLE.viewer);
  expect([viewer.has("run"), viewer.has("api_key"), viewer.has("audit_entry")]).toEqual([true, false, false]);
  const productsAlone = kindsVisibleTo(new Set(["products:read"]));
  expect([...productsAlone].sort()).toEqual([
    "connected_app",
    "import",
    "product",
    "product_export",
    "source",
    "workspace",
  ]);
});
