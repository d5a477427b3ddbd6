import { describe, expect, test } from "@jest/globals";
import { CHANNEL_PROFILES } from "@skucast/contracts/channels/channel";
import { hardProducts } from "../testing/hard-products.js";
import { changedSince } from "./changed-since.js";
import { type ChannelDefinition, compileChannel } from "./compile-channel.js";
import { createLister } from "./list-product.js";
import { rowIdOf } from "./row-id.js";

const PRODUCTS = [...hardProducts(2_000)];
const market = { country: "US", currency: "USD", language: "en" };
const channelOf = (profile: ChannelDefinition["profile"]): ChannelDefinition => ({
  id: "ch_1",
  profile,
  market,
  defaults: { seller_name: "Acme" },
  rules: [],
});
const at = (text: string): Date => new Date(text);

describe.each(CHANNEL_PROFILES.filter((name) => name.includes("@")))("%s", (profile) => {
  const channel = channelOf(profile);

  test("a listing has the same validity and issues as the row of a run", () => {
    const now = at("2026-11-21T12:00:00Z");
    const list = createLister(channel, now);
    const compiled = compileChannel(channel, now);
    for (const product of PRODUCTS) {
      const { isValid, issues } = compiled.map(product);
      expect(list(product)).toMatchObject({ isValid, issues });
    }
  });

  test("between two change times the row stays the same", () => {
    let moved = 0;
    for (const product of PRODUCTS.slice(0, 500)) {
      const now = at("2026-11-05T00:00:00Z");
      const listed = createLister(channel, now)(product);
      if (listed.nextChangeAt === null) {
        const later = createLister(channel, at("2036-01-01T00:00:00Z"))(product);
        expect([later.isValid, later.rowHash, later.issues]).toEqual([listed.isValid, listed.rowHash, listed.issues]);
        continue;
      }
      const before = createLister(channel, new Date(listed.nextChangeAt.getTime() - 1))(product);
      expect([before.isValid, before.rowHash, before.issues]).toEqual([listed.isValid, listed.rowHash, listed.issues]);
      const then = createLister(channel, listed.nextChangeAt)(product);
      expect(then.lastChangeAt).toEqual(listed.nextChangeAt);
      if (!before.rowHash?.equals(then.rowHash ?? Buffer.alloc(0))) moved += 1;
    }
    expect(moved).toBeGreaterThan(10);
  });
});

describe("the id of a row", () => {
  const idOf = (id: string, sku = "A") => {
    const channel = { ...channelOf("generic"), rules: [{ type: "constant", field: "sku", value: id } as const] };
    const product = { sku, title: "Tee", price_amount: 10, price_currency: "USD", availability: "in_stock" };
    return createLister(channel, at("2026-11-05T00:00:00Z"))(product).rowId;
  };

  test("is only in the listing if it is not the SKU, and has a key that an index can hold", () => {
    expect(idOf("A")).toBeNull();
    expect(idOf("X")).toEqual({ column: "sku", id: "X", key: "X" });
    const long = "é".repeat(2_000);
    expect(idOf(long)?.id).toBe(long);
    expect(idOf(long)?.key).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(idOf(`${long}x`)?.key).not.toBe(idOf(long)?.key);
    expect(rowIdOf("sku", "a\0b", "A")?.key).toMatch(/^sha256:/);
  });
});

describe("since when a listing has been as it is", () => {
  const listed = {
    isValid: true,
    isExcluded: false,
    rowHash: Buffer.from("a"),
    issues: [],
    lastChangeAt: null,
    nextChangeAt: null,
    rowId: null,
    idHolder: null,
  };
  const former = {
    isValid: true,
    rowHash: Buffer.from("a"),
    changedAt: at("2026-01-01"),
    validSince: at("2025-01-01"),
    idHolder: null,
  };
  const causes = { causes: [at("2026-02-01"), at("2026-03-01")], now: at("2026-05-01") };

  test("an unchanged row keeps its times, even if other things changed", () => {
    expect(changedSince(listed, former, causes)).toEqual({
      isSameRow: true,
      changedAt: former.changedAt,
      validSince: former.validSince,
    });
  });

  test.each([
    ["a changed row has the time of the latest cause", { rowHash: Buffer.from("b") }, "2026-03-01", "2025-01-01"],
    [
      "a date that passed later is the cause",
      { rowHash: Buffer.from("b"), lastChangeAt: at("2026-04-01") },
      "2026-04-01",
      "2025-01-01",
    ],
    [
      "a row whose id another product took has the current time",
      { isValid: false, rowHash: null, idHolder: "B" },
      "2026-05-01",
      undefined,
    ],
    ["an invalid row is valid since null", { isValid: false, rowHash: null }, "2026-03-01", undefined],
  ])("%s", (_title, change, changedAt, validSince) => {
    const since = changedSince({ ...listed, ...change }, former, causes);
    expect(since).toEqual({
      isSameRow: false,
      changedAt: at(changedAt),
      validSince: validSince ? at(validSince) : null,
    });
  });

  test("a row that has its id again has the current time, because no earlier run has published it", () => {
    const left = { ...former, isValid: false, rowHash: null, validSince: null, idHolder: "B" };
    const { changedAt, validSince } = changedSince(listed, left, causes);
    expect([changedAt, validSince]).toEqual([causes.now, causes.now]);
  });

  test("a first listing is valid since its change", () => {
    expect(changedSince(listed, undefined, causes).validSince).toEqual(at("2026-03-01"));
  });
});
