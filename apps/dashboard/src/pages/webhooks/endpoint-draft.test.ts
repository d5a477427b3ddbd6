import { expect, test } from "@jest/globals";
import {
  type WebhookEndpoint,
  webhookEndpointCreateSchema,
  webhookEndpointPatchSchema,
} from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { draftOf, endpointBody } from "./endpoint-draft.js";

const endpoint = {
  id: "whe_1",
  url: "https://hooks.example.com/",
  description: null,
  status: "active",
  event_types: ["*"],
  channel_ids: null,
  rate_per_second: null,
  ordering: "per_object",
  headers: [{ name: "x-token" }],
  plain_signature: { header: "x-signature", encoding: "base64", prefix: "v0=" },
  client_certificate: null,
} as unknown as WebhookEndpoint;

test("secrets that are kept are not sent", () => {
  const body = endpointBody(draftOf(endpoint));
  expect(body).toMatchObject({ ordering: "per_object", client_certificate: null });
  expect([Object.hasOwn(body, "headers"), Object.hasOwn(body, "plain_signature")]).toEqual([false, false]);
  expect(webhookEndpointPatchSchema.safeParse(body).success).toBe(true);
});

test("removed secrets are sent as null, and replaced headers completely, without empty rows", () => {
  const draft = draftOf(endpoint);
  const headers = [
    { name: "x-token", value: "new" },
    { name: "", value: "" },
  ];
  const body = endpointBody({ ...draft, headersChoice: "set", headers, plainChoice: "none" });
  expect(body.headers).toEqual([{ name: "x-token", value: "new" }]);
  expect(body.plain_signature).toBeNull();
});

test("a new endpoint needs only a URL", () => {
  const body = endpointBody({ ...draftOf(undefined), url: " https://hooks.example.com/a " });
  expect(webhookEndpointCreateSchema.parse(body)).toEqual(
    webhookEndpointCreateSchema.parse({ url: "https://hooks.example.com/a" }),
  );
});

test("an invalid rate is rejected by the contract, not dropped", () => {
  const parsed = webhookEndpointPatchSchema.safeParse(endpointBody({ ...draftOf(endpoint), rate: "ten" }));
  expect(parsed.error?.issues.map(({ path }) => path.join())).toEqual(["rate_per_second"]);
});
