import { expect, test } from "@jest/globals";
import { NOTIFICATION_KIND_NAMES } from "@skucast/contracts/notifications/notification-kinds";
import { incidentPath, latestOf, stateOf } from "./incident-facts.js";

const at = (minute: number) => `2026-11-27T08:${String(minute).padStart(2, "0")}:00.000Z`;

test("a problem lasts, is over, or happened once", () => {
  expect(stateOf({ closed_at: null, closed_subject: null })).toBe("open");
  expect(stateOf({ closed_at: at(1), closed_subject: "It is over" })).toBe("over");
  expect(stateOf({ closed_at: at(1), closed_subject: null })).toBe("once");
});

test("every kind of problem leads to the page of its object", () => {
  const paths = NOTIFICATION_KIND_NAMES.map((kind) => [kind, incidentPath({ kind, object_id: "x_1/dst_1" })]);
  expect(Object.fromEntries(paths)).toEqual({
    run_held: "/feeds/x_1",
    run_failed: "/feeds/x_1",
    delivery_failed: "/feeds/x_1",
    import_failed: "/imports",
    import_held: "/sources/x_1",
    source_failing: "/sources/x_1",
    endpoint_failing: "/webhooks/x_1",
    endpoint_disabled: "/webhooks/x_1",
  });
});

test("the latest time is that of the last start or end", () => {
  expect(latestOf([])).toBeNull();
  expect(
    latestOf([
      { opened_at: at(5), closed_at: null },
      { opened_at: at(1), closed_at: at(9) },
    ]),
  ).toBe(at(9));
});
