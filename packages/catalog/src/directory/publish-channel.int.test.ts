import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { channelCreateSchema } from "@skucast/contracts/channels/channel";
import type { Principal } from "@skucast/contracts/principal";
import { createChannel } from "../channels/create-channel.js";
import { deleteChannel } from "../channels/delete-channel.js";
import { updateChannel } from "../channels/update-channel.js";
import { type CatalogFixture, openCatalogFixture } from "../testing/open-catalog-fixture.js";
import { listPublicCatalogs } from "./list-public-catalogs.js";

let fixture: CatalogFixture;
let principal: Principal;

beforeAll(async () => {
  fixture = await openCatalogFixture();
  principal = await fixture.newPrincipal();
});
afterAll(() => fixture.close());

const newChannel = (in_public_directory: boolean) =>
  createChannel({
    ctx: fixture.ctx,
    principal,
    input: {
      channel: channelCreateSchema.parse({
        name: "Shop",
        market: { country: "DE", currency: "EUR", language: "de" },
        in_public_directory,
      }),
    },
  });
const update = (id: string, patch: object, more: object = {}) => {
  fixture.tick(1_000);
  return updateChannel({ ctx: fixture.ctx, principal, input: { id, patch, ...more } });
};
const listed = async () => {
  const { items } = await listPublicCatalogs({ ctx: fixture.ctx, input: { after: "", limit: 50 } });
  return items.map(({ id }) => id);
};
const acts = async (id: string) =>
  (await fixture.auditOf(principal))
    .filter(({ object, action }) => object.id === id && action.endsWith("published"))
    .map(({ action }) => action);

test("a channel enters the directory when it is published, and the audit log shows by whom", async () => {
  const { id } = await newChannel(false);
  expect([await listed(), await acts(id)]).toEqual([[], []]);
  await update(id, { in_public_directory: true });
  await update(id, { in_public_directory: true, name: "Other" });
  expect(await listed()).toEqual([id]);
  await update(id, { in_public_directory: false }, { validateOnly: true });
  expect(await listed()).toEqual([id]);
  await update(id, { in_public_directory: false });
  expect([await listed(), await acts(id)]).toEqual([[], ["channel.published", "channel.unpublished"]]);
});

test("a channel that is created as public is published, and a deleted one is not", async () => {
  const { id } = await newChannel(true);
  expect(await listed()).toEqual([id]);
  fixture.tick(1_000);
  await deleteChannel({ ctx: fixture.ctx, principal, input: { id } });
  expect([await listed(), await acts(id)]).toEqual([[], ["channel.published", "channel.unpublished"]]);
});

test("the directory is listed in pages", async () => {
  const ids = [(await newChannel(true)).id, (await newChannel(true)).id].sort();
  const first = await listPublicCatalogs({ ctx: fixture.ctx, input: { after: "", limit: 1 } });
  const second = await listPublicCatalogs({ ctx: fixture.ctx, input: { after: first.next ?? "", limit: 1 } });
  expect([first.items[0]?.id, second.items[0]?.id, second.next]).toEqual([...ids, null]);
});
