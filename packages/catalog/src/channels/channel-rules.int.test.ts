import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { channelCreateSchema, channelPatchSchema } from "@skucast/contracts/channels/channel";
import type { Principal } from "@skucast/contracts/principal";
import { type CatalogFixture, openCatalogFixture, rejectionOf } from "../testing/open-catalog-fixture.js";
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
