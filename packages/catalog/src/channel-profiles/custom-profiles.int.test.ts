import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import {
  customProfileCreateSchema,
  customProfilePatchSchema,
} from "@skucast/contracts/channel-profiles/custom-profile";
import { channelCreateSchema, channelPatchSchema } from "@skucast/contracts/channels/channel";
import { feedCreateSchema } from "@skucast/contracts/feeds/feed";
import { LIMITS } from "@skucast/contracts/limits";
import type { Principal } from "@skucast/contracts/principal";
import { productUpsertSchema } from "@skucast/contracts/products/product";
import { createChannel } from "../channels/create-channel.js";
import { deleteChannel } from "../channels/delete-channel.js";
import { getDefinedChannel } from "../channels/get-channel.js";
import { previewChannel } from "../channels/preview-channel.js";
import { updateChannel } from "../channels/update-channel.js";
import { createFeed } from "../feeds/create-feed.js";
import { updateFeed } from "../feeds/update-feed.js";
import { upsertProduct } from "../products/upsert-product.js";
import { type CatalogFixture, openCatalogFixture, rejectionOf } from "../testing/open-catalog-fixture.js";
import { createChannelProfile } from "./create-channel-profile.js";
import { deleteChannelProfile } from "./delete-channel-profile.js";
import { getChannelProfile } from "./get-channel-profile.js";
import { listChannelProfiles } from "./list-channel-profiles.js";
import { updateChannelProfile } from "./update-channel-profile.js";

let fixture: CatalogFixture;
let principal: Principal;
beforeAll(async () => {
  fixture = await openCatalogFixture();
  principal = await fixture.newPrincipal();
});
afterAll(() => fixture.close());

const call = <Input>(input: Input, by = principal) => ({ ctx: fixture.ctx, principal: by, input });
const market = { country: "DE", currency: "EUR", language: "de" };
const columns = [
  { name: "id", type: "text", from: "sku", required: true },
  { name: "title", header: "Titel", type: "text", from: "title", max: 20 },
  { name: "price", header: "Preis", type: "money", from: "price_amount" },
];
const bodyOf = (name: string, more: object = {}) => ({
  name,
  title: "Shop",
  formats: ["csv"],
  columns,
  values: { decimal_separator: ",", currency: "none" },
  ...more,
});
const create = (name: string, more: object = {}, options: object = {}) =>
  createChannelProfile(call({ profile: customProfileCreateSchema.parse(bodyOf(name, more)), ...options }));
const patch = (id: string, change: object, options: object = {}) =>
  updateChannelProfile(call({ id, patch: customProfilePatchSchema.parse(change), ...options }));
const newChannel = (profile: string, more: object = {}) =>
  createChannel(call({ channel: channelCreateSchema.parse({ name: "Shop", profile, market, ...more }) }));
const upsert = (sku: string, more: object = {}) => {
  const required = { title: `Title ${sku}`, price_amount: 9.9, price_currency: "EUR", availability: "in_stock" };
  return upsertProduct(call({ sku, mode: "merge", body: productUpsertSchema.parse({ sku, ...required, ...more }) }));
};

test.each(["custom_\0", "custom_a@99999999999999", "generic", "\0"])(
  "%j names no profile of a workspace",
  async (id) => {
    expect((await rejectionOf(patch(id, { title: "Other" }))).code).toBe("not_found");
    expect((await rejectionOf(deleteChannelProfile(call({ id })))).code).toBe("not_found");
    if (id !== "generic") expect((await rejectionOf(getChannelProfile(call({ id })))).code).toBe("not_found");
  },
);

test("a profile is created, listed, read, exported and imported under another name", async () => {
  const created = await create("custom_first");
  expect(created).toMatchObject({ id: "custom_first@1", is_custom: true, is_newest: true, versions: [1] });
  const read = await getChannelProfile(call({ id: "custom_first" }));
  expect(read).toEqual(created);
  const { items } = await listChannelProfiles(call({ after: "", limit: 200 }));
  expect(items.filter(({ is_custom }) => is_custom).map(({ id }) => id)).toEqual(["custom_first@1"]);
  const exported = { ...JSON.parse(JSON.stringify(read)), name: "custom_second" };
  const imported = await createChannelProfile(call({ profile: customProfileCreateSchema.parse(exported) }));
  expect(imported.columns).toEqual(created.columns);
  expect((await fixture.auditOf(principal)).map(({ action }) => action)).toContain("channel_profile.created");
});

test("a built-in profile is copied by sending what GET returns", async () => {
  const builtIn = await getChannelProfile(call({ id: "google_merchant" }));
  const body = { ...JSON.parse(JSON.stringify(builtIn)), name: "custom_google" };
  const copy = await createChannelProfile(call({ profile: customProfileCreateSchema.parse(body) }));
  expect(copy.columns).toEqual(builtIn.columns);
  expect(copy.checks).toEqual(builtIn.checks);
});

test("another workspace neither sees nor can use a profile", async () => {
  await create("custom_private");
  const other = await fixture.newPrincipal();
  expect((await rejectionOf(getChannelProfile(call({ id: "custom_private" }, other)))).code).toBe("not_found");
  const { items } = await listChannelProfiles(call({ after: "", limit: 200 }, other));
  expect(items.some(({ is_custom }) => is_custom)).toBe(false);
  const channel = channelCreateSchema.parse({ name: "Shop", profile: "custom_private", market });
  expect(await rejectionOf(createChannel(call({ channel }, other)))).toMatchObject({ pointers: ["/profile"] });
});

test("members who see only some channels do not write profiles", async () => {
  const channel = await newChannel("generic");
  const restricted = await fixture.newMember(principal, "editor", [channel.id]);
  const profile = customProfileCreateSchema.parse(bodyOf("custom_restricted"));
  expect((await rejectionOf(createChannelProfile(call({ profile }, restricted)))).code).toBe("forbidden");
  const deleting = deleteChannelProfile(call({ id: "custom_first" }, restricted));
  expect((await rejectionOf(deleting)).code).toBe("forbidden");
  expect((await getChannelProfile(call({ id: "custom_first" }, restricted))).name).toBe("custom_first");
});

test("a profile that cannot work is rejected with all errors, and nothing is stored", async () => {
  const bad = [
    { name: "id", type: "text", from: "sku_number" },
    { name: "price", type: "boolean", from: "price_amount" },
  ];
  const refusal = await rejectionOf(create("custom_bad", { columns: bad }));
  expect(refusal).toMatchObject({
    code: "validation_failed",
    pointers: ["/columns/0/from", "/columns/1/type", "/columns"],
  });
  expect((await rejectionOf(getChannelProfile(call({ id: "custom_bad" })))).code).toBe("not_found");
  const long = Array.from({ length: 100 }, (_, i) => ({ name: `c${i}`, type: "text", constant: "x".repeat(1000) }));
  const more = long.map((column, i) => ({ ...column, name: `d${i}` }));
  const large = [columns[0], ...long, ...more, ...long.map((column, i) => ({ ...column, name: `e${i}` }))];
  expect((await rejectionOf(create("custom_large", { columns: large }))).message).toContain(
    String(LIMITS.channelProfileBytesMax),
  );
});

test("the same name is a conflict, and the number of profiles is limited", async () => {
  expect((await rejectionOf(create("custom_first"))).code).toBe("conflict");
  const crowded = await fixture.newPrincipal();
  const createIn = (name: string) =>
    createChannelProfile(call({ profile: customProfileCreateSchema.parse(bodyOf(name)) }, crowded));
  for (let i = 0; i < LIMITS.channelProfilesPerWorkspace; i += 1) await createIn(`custom_${i}`);
  expect((await rejectionOf(createIn("custom_more"))).code).toBe("limit_reached");
});

describe("a change", () => {
  test("stores a new version; without a difference it stores nothing", async () => {
    await create("custom_versions");
    const changed = await patch("custom_versions", { title: "Market", values: { currency: null } });
    expect(changed).toMatchObject({ id: "custom_versions@2", title: "Market", versions: [2, 1] });
    expect(changed.values).toEqual({ decimal_separator: "," });
    expect(await patch("custom_versions", { title: "Market" })).toMatchObject({ version: "2" });
    expect(await getChannelProfile(call({ id: "custom_versions@1" }))).toMatchObject({
      title: "Shop",
      is_newest: false,
    });
    expect((await rejectionOf(patch("custom_versions@1", { title: "x" }))).code).toBe("not_found");
  });

  test("is checked as a whole, and can be tried", async () => {
    const separators = { decimal_separator: ",", thousands_separator: "," };
    expect((await rejectionOf(patch("custom_versions", { values: separators }))).pointers).toEqual([
      "/values/thousands_separator",
    ]);
    expect((await rejectionOf(patch("custom_versions", { formats: ["xml"], files: { csv: {} } }))).pointers).toEqual([
      "/files/csv",
    ]);
    const tried = await patch("custom_versions", { title: "Tried" }, { validateOnly: true });
    expect(tried).toMatchObject({ title: "Tried", version: "3" });
    expect(await getChannelProfile(call({ id: "custom_versions" }))).toMatchObject({ version: "2" });
  });

  test("reaches the channels that follow the newest version, and not those that pin one", async () => {
    await create("custom_followed");
    const follower = await newChannel("custom_followed");
    const pinned = await newChannel("custom_followed@1");
    await patch("custom_followed", { columns: [...columns, { name: "brand", type: "text", from: "brand" }] });
    const columnsOf = async ({ id }: { id: string }) =>
      (await getDefinedChannel(call({ id }))).definition?.columns.map(({ name }) => name);
    expect(await columnsOf(follower)).toEqual(["id", "title", "price", "brand"]);
    expect(await columnsOf(pinned)).toEqual(["id", "title", "price"]);
    const preview = await previewChannel(call({ id: follower.id, limit: 1, after: "" }));
    expect(preview.preview).toMatchObject({ profile: "custom_followed@2", columns: ["id", "title", "price", "brand"] });
  });

  test("restarts the listing of its channels", async () => {
    await create("custom_listed");
    const { id } = await newChannel("custom_listed");
    const revision = async () => {
      const { rows } = await fixture.db.system.query("SELECT revision FROM listing_walks WHERE channel_id = $1", [id]);
      return Number(rows[0].revision);
    };
    const before = await revision();
    await patch("custom_listed", { title: "New" });
    expect(await revision()).toBe(before + 1);
  });

  test("that a following channel cannot use is a conflict that names the channel", async () => {
    await create("custom_needed", { formats: ["csv", "xml"] });
    const rules = [{ type: "truncate", field: "title", max: 10 }];
    const { id } = await newChannel("custom_needed", { rules });
    await createFeed(call({ feed: feedCreateSchema.parse({ channel_id: id, name: "f", format: "xml" }) }));
    const change = { formats: ["csv"], columns: [columns[0], columns[2]] };
    const refusal = await rejectionOf(patch("custom_needed", change));
    expect(refusal).toMatchObject({ code: "conflict", pointers: ["/columns", "/formats"] });
    await updateChannel(call({ id, patch: channelPatchSchema.parse({ profile: "custom_needed@1" }) }));
    expect(await patch("custom_needed", change)).toMatchObject({ version: "2" });
  });
});

describe("a new version without a column", () => {
  const removed = { columns: columns.slice(0, 2) };

  test("is a conflict if a feed of a following channel has the column, and none if the feed is archived", async () => {
    await create("custom_chosen");
    const channel = await newChannel("custom_chosen");
    const chosen = { channel_id: channel.id, name: "F", format: "csv", columns: ["id", "price"] };
    const feed = await createFeed(call({ feed: feedCreateSchema.parse(chosen) }));
    const rejection = await rejectionOf(patch("custom_chosen", removed));
    expect(rejection).toMatchObject({ code: "conflict", pointers: ["/columns"] });
    await updateFeed(call({ id: feed.id, patch: { status: "archived" } }));
    expect((await patch("custom_chosen", removed)).version).toBe("2");
  });

  test("never meets a rule or feed that is given the column at the same time: one of the two is rejected", async () => {
    for (const kind of ["rule", "feed"]) {
      for (let round = 0; round < 5; round += 1) {
        const name = `custom_${kind}_${round}`;
        await create(name);
        const { id } = await newChannel(name);
        const feed = await createFeed(call({ feed: feedCreateSchema.parse({ channel_id: id, name, format: "csv" }) }));
        const rules = [{ type: "constant", field: "price", value: "1,00" }];
        const use = () =>
          kind === "rule"
            ? updateChannel(call({ id, patch: channelPatchSchema.parse({ rules }) }))
            : updateFeed(call({ id: feed.id, patch: { columns: ["id", "price"] } }));
        const both = await Promise.allSettled(
          round % 2 ? [use(), patch(name, removed)] : [patch(name, removed), use()],
        );
        expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      }
    }
  });
});

describe("a channel with a profile of the workspace", () => {
  test("checks rules, formats and overrides against it", async () => {
    await create("custom_checked");
    const rules = [{ type: "strip_html", field: "titel" }];
    expect((await rejectionOf(newChannel("custom_checked", { rules }))).pointers).toEqual(["/rules/0/field"]);
    expect((await rejectionOf(newChannel("custom_checks"))).message).toContain("did you mean custom_checked?");
    expect((await rejectionOf(newChannel("custom_checked@7"))).message).toContain("its versions are 1");
    const { id } = await newChannel("custom_checked");
    const feed = (format: string) =>
      createFeed(call({ feed: feedCreateSchema.parse({ channel_id: id, name: format, format }) }));
    expect((await rejectionOf(feed("xml"))).pointers).toEqual(["/format"]);
    expect((await feed("csv")).file_name).toBe("products.csv");
    const overriding = upsert("O-1", { channel_overrides: { [id]: { headline: "x" } } });
    expect((await rejectionOf(overriding)).pointers).toEqual([`/channel_overrides/${id}/headline`]);
    await upsert("O-1", { channel_overrides: { [id]: { title: "Other" } } });
  });

  test("previews rows as its files have them, with the issues of the profile", async () => {
    await upsert("P-1", { price_amount: 1234.5 });
    await upsert("P-2", { title: "A title of more than twenty characters" });
    const { id } = await newChannel("custom_checked");
    const { preview } = await previewChannel(call({ id, skus: ["P-1", "P-2"], limit: 10, after: "" }));
    expect(preview.rows).toMatchObject([{ sku: "P-1", row: { id: "P-1", price: "1234,50" } }]);
    expect(preview.invalid).toMatchObject([{ sku: "P-2", issues: [{ code: "too_long", field: "title" }] }]);
  });

  test("keeps the profile from being deleted", async () => {
    await create("custom_used");
    const { id } = await newChannel("custom_used@1");
    expect(await rejectionOf(deleteChannelProfile(call({ id: "custom_used" })))).toMatchObject({ code: "conflict" });
    await deleteChannel(call({ id }));
    await deleteChannelProfile(call({ id: "custom_used" }));
    expect((await rejectionOf(getChannelProfile(call({ id: "custom_used" })))).code).toBe("not_found");
  });
});

test("a dry run shows a file of some products, and what keeps others out", async () => {
  await upsert("S-1", { title: "Käse; jung", price_amount: 8.5 });
  await upsert("S-2", { title: "Without a price here", price_currency: "USD" });
  const sample = { market, skus: ["S-1", "S-2"] };
  const files = { csv: { delimiter: ";", encoding: "windows-1252", line_end: "crlf" } };
  const tried = await create("custom_tried", { sample, files }, { validateOnly: true });
  expect(tried.sample?.content).toBe('id;Titel;Preis\r\nS-1;"Käse; jung";8,50\r\n');
  expect(tried.sample?.invalid).toMatchObject([{ sku: "S-2", issues: [{ code: "currency_mismatch" }] }]);
  expect((await rejectionOf(getChannelProfile(call({ id: "custom_tried" })))).code).toBe("not_found");
  expect((await rejectionOf(create("custom_tried", { sample }))).pointers).toEqual(["/sample"]);
  expect((await rejectionOf(getChannelProfile(call({ id: "custom_tried" })))).code).toBe("not_found");
});

test("each version of a profile is one event, with what changed; a patch without changes is none", async () => {
  await create("custom_events");
  await patch("custom_events", { title: "Shop" });
  await patch("custom_events", { title: "Market", columns: columns.slice(0, 2) });
  await deleteChannelProfile(call({ id: "custom_events" }));
  const created = { id: "custom_events", version: 1, title: "Shop", formats: ["csv"], column_count: 3 };
  const updated = { ...created, version: 2, title: "Market", column_count: 2 };
  const events = await fixture.eventsOf(principal, "custom_events");
  expect(events.map(({ type, object, previous }) => [type, object, previous])).toEqual([
    ["channel_profile.created", created, {}],
    ["channel_profile.updated", updated, { version: 1, title: "Shop", column_count: 3 }],
    ["channel_profile.deleted", { ...updated, version: 3 }, {}],
  ]);
});
