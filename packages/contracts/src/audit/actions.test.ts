import { expect, test } from "@jest/globals";
import { newId } from "../ids.js";
import { AUDIT_ACTION_NAMES, objectTypeOf } from "./actions.js";
import { auditIdAt } from "./audit-entry.js";

test("every action is an object type, a dot and a verb in the past tense, optionally with a part of the object", () => {
  for (const action of AUDIT_ACTION_NAMES) expect(action).toMatch(/^[a-z]+(_[a-z]+)*\.([a-z]+_)*([a-z]+ed|undone)$/);
  expect(objectTypeOf("webhook_endpoint.created")).toBe("webhook_endpoint");
});

test("the first id of a time sorts after all earlier ids and before all later ones", () => {
  const ms = Date.parse("2026-11-21T09:00:00.000Z");
  const first = auditIdAt("2026-11-21T10:00:00+01:00");
  for (let i = 0; i < 100; i += 1) {
    expect(newId("aud", ms - 1) < first).toBe(true);
    expect(newId("aud", ms) > first).toBe(true);
  }
});
