import { describe, expect, test } from "@jest/globals";
import { channelProfileSchema } from "@skucast/contracts/channel-profiles/channel-profile";
import { CHANNEL_PROFILES } from "@skucast/contracts/channels/channel";
import type { Principal } from "@skucast/contracts/principal";
import { PRODUCT_FIELDS } from "@skucast/contracts/products/product";
import type { CatalogContext } from "../context.js";
import { getBuiltInProfile } from "./get-channel-profile.js";
import { listChannelProfiles } from "./list-channel-profiles.js";

const PINNED = CHANNEL_PROFILES.filter((name) => name.includes("@"));
/** A principal without scopes reads the built-in profiles only, so nothing of the context is used. */
const call = { ctx: {} as CatalogContext, principal: { scopes: new Set() } as unknown as Principal };
const list = (after: string, limit: number) => listChannelProfiles({ ...call, input: { after, limit } });

test("the list has every pinned version once, without gaps between pages", async () => {
  const { items: all } = await list("", 200);
  expect(all.map(({ id }) => id)).toEqual([...PINNED].sort());
  const first = await list("", 3);
  const rest = await list(first.next ?? "", 200);
  expect([...first.items, ...rest.items]).toEqual(all);
  expect(rest.next).toBeNull();
});

describe.each(PINNED)("%s", (id) => {
  const profile = getBuiltInProfile(id);
  test("is returned completely and as the contract describes", () => {
    expect(channelProfileSchema.strict().parse(profile)).toEqual(profile);
    expect(JSON.parse(JSON.stringify(profile))).toEqual(profile);
  });

  test("refers only to existing product fields", () => {
    const fields = profile.columns.flatMap(({ from }) => (from === undefined ? [] : [from.split(".")[0]]));
    expect(fields.filter((field) => !PRODUCT_FIELDS.some((known) => known === field))).toEqual([]);
  });

  test("its plain name means exactly one version", () => {
    const newest = getBuiltInProfile(profile.name);
    expect(newest.is_newest).toBe(true);
    expect(profile.is_newest).toBe(newest.id === id);
  });
});

test("an unknown profile is rejected with the most similar known one", () => {
  expect(() => getBuiltInProfile("openai_product")).toThrow("did you mean openai_products?");
  expect(() => getBuiltInProfile("constructor")).toThrow("There is no channel profile");
});
