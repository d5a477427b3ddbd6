import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { channelCreateSchema, channelPatchSchema } from "@skucast/contracts/channels/channel";
import type { Principal } from "@skucast/contracts/principal";
import { type CatalogFixture, openCatalogFixture, rejectionOf } from "../testing/open-catalog-fixture.js";
import { runChange } from "../transactions.js";
import { createChannel } from "./create-channel.js";
import { getChannel } from "./get-channel.js";
import { updateChannel } from "./update-channel.js";

let fixture: CatalogFixture;
let principal: Principal;
beforeAll(async () => {
  fixture = await openCatalogFixture();
  principal = await fixture.newPrincipal();
});
afterAll(() => fixture.close());

const call = <Input>(input: Input) => ({ ctx: fixture.ctx, principal, input });
const newChannel = (change: object) =>
  createChannel(
    call({
      channel: channelCreateSchema.parse({
        name: "Shop",
        market: { country: "US", currency: "USD", language: "en" },
        ...change,
      }),
    }),
  );
const patch = (id: string, change: object) => updateChannel(call({ id, patch: channelPatchSchema.parse(change) }));

const stripTitle = { type: "strip_html", field: "title" };
const noIdentifier = { type: "constant", field: "identifier_exists", value: "no" };

test("rules that do not fit the profile are rejected with all errors, and nothing is stored", async () => {
  const rules = [stripTitle, { type: "strip_html", field: "titel" }, { type: "adjust_price", field: "title", add: 1 }];
  const refusal = await rejectionOf(newChannel({ rules }));
  expect(refusal).toMatchObject({ code: "validation_failed", pointers: ["/rules/1/field", "/rules/2/field"] });
});

test("a change of profile or currency is rejected if the rules do not fit it", async () => {
  const addCents = { type: "adjust_price", field: "price", add: 0.5 };
  const { id } = await newChannel({ profile: "google_merchant", rules: [noIdentifier, addCents] });
  expect((await rejectionOf(patch(id, { profile: "meta_catalog" }))).pointers).toEqual(["/rules/0/field"]);
  expect((await rejectionOf(patch(id, { market: { currency: "JPY" } }))).pointers).toEqual(["/rules/1/add"]);
  expect(await patch(id, { profile: "generic", rules: [] })).toMatchObject({ profile: "generic", version: 2 });
});

test("rules are returned unchanged, and market.untranslated can be removed again", async () => {
  const rules = [
    { type: "if", when: [{ field: "product.brand", op: "missing" }], rules: [noIdentifier] },
    { type: "template", field: "title", template: "{product.brand} {title}" },
  ];
  const market = { country: "CH", currency: "CHF", language: "de-CH", untranslated: "warn" };
  const { id } = await newChannel({ profile: "google_merchant", rules, market });
  expect(await getChannel(call({ id }))).toMatchObject({ rules, market });
  const after = await patch(id, { market: { untranslated: null } });
  expect(after.market).toEqual({ country: "CH", currency: "CHF", language: "de-CH" });
});

const sold = [{ field: "availability", op: "equals", value: "sold" }];
const excludeSold = { type: "exclude", when: sold, reason: "Sold" };

test("conditions of the rules and the selection that nothing can meet are rejected together", async () => {
  const impossible = { rules: [stripTitle, excludeSold], selection: { conditions: sold } };
  const pointers = ["/rules/1/when/0/value", "/selection/conditions/0/value"];
  expect(await rejectionOf(newChannel(impossible))).toMatchObject({ code: "validation_failed", pointers });
  const { id } = await newChannel({});
  expect((await rejectionOf(patch(id, impossible))).pointers).toEqual(pointers);
  expect(await getChannel(call({ id }))).toMatchObject({ rules: [], version: 1 });
});

test("a stored channel keeps such conditions until its rules or its filters are written", async () => {
  const { id } = await newChannel({ profile: "google_merchant" });
  const selection = { filters: {}, conditions: sold, include_skus: [], exclude_skus: [] };
  await runChange(call({}), "channels:write", ({ tx, workspaceId }) =>
    tx.channel.update({
      where: { workspaceId_id: { workspaceId, id } },
      data: { rules: [excludeSold], selection, version: { increment: 1 } },
    }),
  );
  expect(await patch(id, { name: "Renamed" })).toMatchObject({ name: "Renamed" });
  expect(await patch(id, { market: { currency: "EUR" } })).toMatchObject({ rules: [excludeSold] });
  expect((await rejectionOf(patch(id, { rules: [stripTitle, excludeSold] }))).pointers).toEqual([
    "/rules/1/when/0/value",
  ]);
  expect(await patch(id, { selection: { exclude_skus: ["A"] } })).toMatchObject({ selection: { conditions: sold } });
  expect((await rejectionOf(patch(id, { selection: { filters: { brand: "A" } } }))).pointers).toEqual([
    "/selection/conditions/0/value",
  ]);
});
