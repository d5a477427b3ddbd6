import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { channelCreateSchema } from "@skucast/contracts/channels/channel";
import { newId } from "@skucast/contracts/ids";
import type { Principal } from "@skucast/contracts/principal";
import {
  webhookEndpointCreateSchema,
  webhookEndpointPatchSchema,
} from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { listAuditLog } from "../audit/list-audit-log.js";
import { createChannel } from "../channels/create-channel.js";
import { deleteChannel } from "../channels/delete-channel.js";
import { type CatalogFixture, openCatalogFixture, rejectionOf } from "../testing/open-catalog-fixture.js";
import { createWebhookEndpoint } from "./create-webhook-endpoint.js";
import { getWebhookEndpoint } from "./get-webhook-endpoint.js";
import { updateWebhookEndpoint } from "./update-webhook-endpoint.js";

let fixture: CatalogFixture;
let principal: Principal;
let channelId: string;
let foreignId: string;
beforeAll(async () => {
  fixture = await openCatalogFixture();
  principal = await fixture.newPrincipal();
  channelId = await newChannel(principal);
  foreignId = await newChannel(await fixture.newPrincipal());
});
afterAll(() => fixture.close());

const call = <Input>(input: Input, as: Principal = principal) => ({ ctx: fixture.ctx, principal: as, input });

async function newChannel(as: Principal): Promise<string> {
  const market = { country: "US", currency: "USD", language: "en" };
  const channel = channelCreateSchema.parse({ name: "Shop", profile: "generic", market });
  return (await createChannel(call({ channel }, as))).id;
}

const create = (channel_ids: readonly string[] | null) =>
  createWebhookEndpoint(
    call({ endpoint: webhookEndpointCreateSchema.parse({ url: "https://hooks.example/x", channel_ids }) }),
  );
const update = (id: string, patch: object) =>
  updateWebhookEndpoint(call({ id, patch: webhookEndpointPatchSchema.parse(patch) }));

test("unknown channels, channels of another workspace and duplicates are rejected, all at once", async () => {
  const unknownId = newId("ch");
  const wrong = [channelId, foreignId, channelId, unknownId];
  const expected = {
    code: "validation_failed",
    faults: [
      { pointer: "/channel_ids/1", code: "not_found", message: expect.stringMatching(`${foreignId}; GET /channels`) },
      { pointer: "/channel_ids/2", code: "duplicate", message: "is already in this list" },
      { pointer: "/channel_ids/3", code: "not_found", message: expect.stringContaining(unknownId) },
    ],
  };
  await expect(create(wrong)).rejects.toMatchObject(expected);
  const { id, version } = await create([channelId]);
  await expect(update(id, { channel_ids: wrong })).rejects.toMatchObject(expected);
  expect(await update(id, { channel_ids: [channelId] })).toMatchObject({ version, channel_ids: [channelId] });
  expect(await update(id, { channel_ids: null })).toMatchObject({ channel_ids: null });
});

test("a deleted channel is removed from the channel lists of endpoints, and an empty list means none, not all", async () => {
  const goneId = await newChannel(principal);
  const both = await create([channelId, goneId]);
  const alone = await create([goneId]);
  const all = await create(null);
  await deleteChannel(call({ id: goneId, validateOnly: true }));
  const read = (id: string) => getWebhookEndpoint(call({ id }));
  expect(await read(both.id)).toMatchObject({ channel_ids: [channelId, goneId], version: both.version });
  await deleteChannel(call({ id: goneId }));
  expect(await read(both.id)).toMatchObject({ channel_ids: [channelId], version: both.version + 1 });
  expect(await read(alone.id)).toMatchObject({ channel_ids: [], version: alone.version + 1 });
  expect(await read(all.id)).toMatchObject({ channel_ids: null, version: all.version });
  expect((await rejectionOf(update(both.id, { channel_ids: [goneId] }))).pointers).toEqual(["/channel_ids/0"]);
  const { items } = await listAuditLog(call({ after: "", limit: 50, action: "webhook_endpoint.updated" }));
  const told = items.filter(({ object }) => [both.id, alone.id].includes(object?.id ?? ""));
  expect(told.map(({ details }) => details)).toMatchObject([
    { changed: ["channel_ids"] },
    { changed: ["channel_ids"] },
  ]);
});

test.each([webhookEndpointCreateSchema, webhookEndpointPatchSchema])("a duplicate event type is rejected", (schema) => {
  const asked = (event_types: readonly string[]) => schema.safeParse({ url: "https://hooks.example/x", event_types });
  expect(asked(["product.updated", "product.deleted"]).success).toBe(true);
  const [fault] = asked(["product.updated", "product.deleted", "product.updated"]).error?.issues ?? [];
  expect(fault).toMatchObject({ path: ["event_types"], params: { code: "duplicate" } });
});

test.each([webhookEndpointCreateSchema, webhookEndpointPatchSchema])(
  "other types with *, and a URL with a fragment or a backslash, are rejected",
  (schema) => {
    const faults = (asked: object) =>
      schema.safeParse({ url: "https://hooks.example/x", ...asked }).error?.issues.map(({ path }) => path.join("."));
    expect(faults({ event_types: ["*"] })).toBeUndefined();
    expect(faults({ event_types: ["*", "product.updated"], url: "https://hooks.example/x#y" })).toEqual([
      "url",
      "event_types",
    ]);
    expect(faults({ url: "https://hooks.example\\@127.0.0.1/" })).toEqual(["url"]);
  },
);

test.each([
  ["whsec_!!", "must be whsec_ and base64"],
  ["whsec_AAAA", "must contain 24 to 64 bytes in padded base64"],
  [`whsec_${"A".repeat(41)}B==`, "must contain 24 to 64 bytes in padded base64"],
])("the secret %s is rejected with one error", (secret, message) => {
  const { error } = webhookEndpointCreateSchema.safeParse({ url: "https://hooks.example/x", secret });
  expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
});
