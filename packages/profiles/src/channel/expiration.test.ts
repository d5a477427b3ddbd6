import { describe, expect, test } from "@jest/globals";
import { CHANNEL_PROFILES } from "@skucast/contracts/channels/channel";
import { SOUND_PRODUCT } from "../testing/issue-situations.js";
import type { ChannelDefinition } from "./compile-channel.js";
import { createLister } from "./list-product.js";

const market = { country: "US", currency: "USD", language: "en" };

/** A partner of generic decides what an expiration date means. */
const profiles = CHANNEL_PROFILES.filter((name) => name.includes("@") && name !== "generic@1");

describe.each(profiles)("in %s, a product that has expired", (profile) => {
  const defaults = {
    seller_name: "Acme",
    seller_url: "https://a.example",
    return_policy: "https://a.example/r",
    return_window_days: 30,
    is_eligible_search: true,
    is_eligible_checkout: false,
  };
  const channel: ChannelDefinition = { id: "ch_1", profile, market, defaults, rules: [] };
  const list = (now: string, expiration_date: string) =>
    createLister(channel, new Date(now))({ ...SOUND_PRODUCT, material: "cotton", expiration_date });

  test("is published with a warning, from the end of its last day in every time zone", () => {
    const before = list("2026-11-21T11:59:59Z", "2026-11-20");
    expect(before.issues.filter(({ code }) => code === "expired")).toEqual([]);
    expect(before.nextChangeAt).toEqual(new Date("2026-11-21T12:00:00Z"));
    const after = list("2026-11-21T12:00:00Z", "2026-11-20");
    expect(after.issues.filter(({ code }) => code === "expired")).toMatchObject([
      { severity: "warning", field: "expiration_date" },
    ]);
    expect([before.isValid, after.isValid]).toEqual([true, true]);
    const withTime = list("2026-11-21T12:00:00Z", "2026-11-21T11:59:59Z");
    expect(withTime.issues.filter(({ code }) => code === "expired")).toHaveLength(1);
  });
});
