import { expect, test } from "@jest/globals";
import { ROUTES } from "@skucast/contracts/routes";
import { z } from "zod";
import { fixedFieldsOf } from "./fixed-fields.js";

const unknown = (field: string) => ({
  pointer: `/${field}`,
  code: "unknown_field",
  message: "is not a known field; did you mean name?",
});

test.each([
  ["updateChannel", "created_at", "is read-only; leave it out"],
  ["updateWebhookEndpoint", "disabled_reason", "is read-only; leave it out"],
  ["createWebhookEndpoint", "failing_since", "is read-only; leave it out"],
  ["updateFeed", "channel_id", "cannot be changed after it was created; leave it out, or create another one"],
  ["updateDestination", "type", "cannot be changed after it was created; leave it out, or create another one"],
  ["updateSource", "type", "cannot be changed after it was created; leave it out, or create another one"],
  [
    "updateWebhookEndpoint",
    "secret",
    "cannot be changed here; leave it out: POST /webhook-endpoints/{id}/rotate-secret replaces it",
  ],
  ["replaceLookupRows", "name", "cannot be changed here; leave it out: PATCH /lookup-tables/{id} changes it"],
  ["updateChannel", "nmae", "is not a known field; did you mean name?"],
  // A field that some forms of the body have.
  ["createPullCredential", "public_keys", "is not a known field; did you mean name?"],
] as const)("%s says why it does not take %s", (id, field, message) => {
  const explain = fixedFieldsOf(ROUTES[id], ROUTES);
  expect(explain(unknown(field))).toEqual({ ...unknown(field), message });
});

test("every PATCH explains each field of its resource that it does not take", () => {
  for (const route of Object.values(ROUTES)) {
    const body: unknown = "body" in route ? route.body : undefined;
    const resource: unknown = route.responses[200 as never];
    if (route.method !== "PATCH" || !(body instanceof z.ZodObject) || !(resource instanceof z.ZodObject)) continue;
    const explain = fixedFieldsOf(route, ROUTES);
    for (const field of Object.keys(resource.shape)) {
      const { message } = explain(unknown(field));
      expect([route.id, field, message.startsWith("is not a known")]).toEqual([route.id, field, field in body.shape]);
    }
  }
});

test("errors of other kinds, and of inner fields, stay as they are", () => {
  const explain = fixedFieldsOf(ROUTES.updateChannel, ROUTES);
  for (const fault of [{ ...unknown("created_at"), code: "invalid" }, unknown("market/created_at")]) {
    expect(explain(fault)).toEqual(fault);
  }
});
