import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { inSystem, inWorkspace } from "@skucast/db/database";
import { noteChangedProducts } from "@skucast/db/listings/note-changed-products";
import { oldestNotedSeconds } from "@skucast/db/listings/oldest-noted";
import { claimListingWork } from "@skucast/db/listings/take-listing-work";
import { writeListings } from "@skucast/db/listings/write-listings";
import { createTurnPlaces } from "@skucast/db/queues/turn-places";
import { type Listings, openListingsFixture } from "../testing/open-listings-fixture.js";
import { processPendingListings } from "./process-pending-listings.js";
import { createListingUpdater, startListings } from "./update-listings.js";

let fixture: Listings;
beforeAll(async () => {
  fixture = await openListingsFixture();
});
afterAll(() => fixture.close());

const skusOf = async (channelId: string) => (await fixture.listings(channelId)).map(({ sku }) => sku);
const listingOf = async (channelId: string, wanted: string) => {
  const found = (await fixture.listings(channelId)).find(({ sku }) => sku === wanted);
  if (!found) throw new Error(`there is no listing of ${wanted}`);
  return found;
};

describe("a product's change", () => {
  test("updates its listings in every channel that selects it: valid, invalid with issues, or deleted", async () => {
    const generic = await fixture.addChannel();
    const openai = await fixture.addChannel({ profile: "openai_products", defaults: { seller_name: "Acme" } });
    const narrow = await fixture.addChannel({
      selection: { filters: { brand: ["Other"] }, include_skus: [], exclude_skus: [] },
    });
    await fixture.put("A");
    await fixture.put("B", { image_url: undefined });
    await fixture.keep();
    expect(await skusOf(narrow)).toEqual([]);
    expect(await listingOf(generic, "A")).toMatchObject({ is_valid: true, issues: null, product_version: "1" });
    const invalid = await listingOf(openai, "B");
    expect(invalid).toMatchObject({ is_valid: false, row_hash: null, valid_since: null });
    expect(JSON.parse(invalid.issues ?? "")).toMatchObject([{ code: "missing_value", field: "image_url" }]);

    await fixture.put("A", { brand: "Other" });
    await fixture.put("B");
    await fixture.keep();
    expect(await skusOf(narrow)).toEqual(["A"]);
    const mended = await listingOf(openai, "B");
    expect(mended).toMatchObject({ is_valid: true, issues: null, product_version: "2" });
    expect(mended.valid_since).toEqual(mended.changed_at);

    await fixture.put("A", { status: "draft" });
    await fixture.put("B", {}, true);
    await fixture.keep();
    for (const channel of [generic, openai, narrow]) expect(await skusOf(channel)).toEqual([]);
  });

  test("that does not change the row leaves the listing unchanged; one that does keeps valid_since", async () => {
    const channel = await fixture.addChannel({ profile: "openai_products", defaults: { seller_name: "Acme" } });
    await fixture.put("C");
    await fixture.keep();
    const before = await listingOf(channel, "C");
    await fixture.put("C", { metadata: { note: "x" } });
    await fixture.keep();
    expect(await listingOf(channel, "C")).toEqual(before);
    await fixture.put("C", { price_amount: 5 });
    await fixture.keep();
    const after = await listingOf(channel, "C");
    expect(after.changed_at.getTime()).toBeGreaterThan(before.changed_at.getTime());
    expect(after.valid_since).toEqual(before.valid_since);
    expect(after.row_hash).not.toEqual(before.row_hash);
  });

  describe("is noted", () => {
    beforeAll(async () => {
      await fixture.addChannel();
      await fixture.put("LATE");
    });
    beforeEach(async () => {
      await fixture.keep();
    });

    const note = async () => {
      await fixture.untilOthersEnded();
      return noteChangedProducts(fixture.ctx.db);
    };
    const noted = async () =>
      (await fixture.sql<{ sku: string }>("SELECT sku FROM listing_work ORDER BY sku")).map(({ sku }) => sku);

    const insertProducts = (owner: string, count: number) =>
      fixture.asWorkspace(
        `INSERT INTO products (workspace_id, sku, id, version, status, availability, brand, content_hash, doc, created_at, updated_at)
         SELECT $1, gen_random_uuid()::text, gen_random_uuid()::text, 1, 'active', 'in_stock', 'Acme', '', '{}', now(), now()
         FROM generate_series(1, $2::int)`,
        [owner, count],
        owner,
      );

    /** Changes the product in a transaction that stays open until the returned function is called. */
    async function openChange(sku: string): Promise<() => Promise<void>> {
      const isChanged = Promise.withResolvers<void>();
      const isReleased = Promise.withResolvers<void>();
      const ended = inWorkspace(fixture.ctx.db, wholeWorkspace(fixture.workspaceId), async (client) => {
        await client.query("UPDATE products SET updated_at = now(), log_position = DEFAULT WHERE sku = $1", [sku]);
        isChanged.resolve();
        await isReleased.promise;
      });
      await isChanged.promise;
      return () => {
        isReleased.resolve();
        return ended;
      };
    }

    test("once its transaction and all earlier ones have ended, and once for each change", async () => {
      const commit = await openChange("LATE");
      await fixture.put("PROMPT");
      expect(await noteChangedProducts(fixture.ctx.db)).toEqual({ found: 0, lags: false });
      await commit();
      expect([await note(), await note()]).toEqual([
        { found: 2, lags: false },
        { found: 0, lags: false },
      ]);
      expect(await noted()).toEqual(["LATE", "PROMPT"]);
    });

    test("with a limited number of others at a time", async () => {
      const id = await fixture.addWorkspace();
      await fixture.addChannel({}, id);
      await insertProducts(id, 4_500);
      const rounds = [await note(), await note(), await note(), await note()];
      expect(rounds).toEqual([
        { found: 2_000, lags: true },
        { found: 2_000, lags: true },
        { found: 500, lags: false },
        { found: 0, lags: false },
      ]);
      expect(await noted()).toHaveLength(4_500);
    });

    test("by one worker only", async () => {
      await fixture.put("ONE");
      await fixture.untilOthersEnded();
      const rounds = await Promise.all(Array.from({ length: 4 }, () => noteChangedProducts(fixture.ctx.db)));
      expect(rounds.map(({ found }) => found).sort()).toEqual([0, 0, 0, 1]);
    });

    test("if its workspace has a channel, from the first one on; the channel's walk covers what was before", async () => {
      const id = await fixture.addWorkspace();
      const change = () => insertProducts(id, 1);
      await change();
      expect((await note()).found).toBe(0);
      const channelId = await fixture.addChannel({}, id);
      expect((await note()).found).toBe(0);
      await change();
      expect((await note()).found).toBe(1);
      await fixture.asWorkspace("DELETE FROM channels WHERE id = $1", [channelId], id);
      await fixture.sql("DELETE FROM listing_work WHERE workspace_id = $1", [id]);
      await fixture.sql("DELETE FROM listing_walks WHERE workspace_id = $1", [id]);
      await change();
      expect((await note()).found).toBe(0);
      await fixture.addChannel({}, id);
      expect((await note()).found).toBe(0);
      await change();
      expect((await note()).found).toBe(1);
    });
  });

  test("is not lost when its worker dies", async () => {
    await fixture.put("D");
    await fixture.untilOthersEnded();
    await noteChangedProducts(fixture.ctx.db);
    const dying = inSystem(fixture.ctx.db, async (client) => {
      const work = await claimListingWork(client, {
        after: "",
        limits: { products: 200, listings: 1_000 },
        places: createTurnPlaces(fixture.ctx.clock),
      });
      expect(work?.skus).toContain("D");
      throw new Error("killed");
    });
    await expect(dying).rejects.toThrow("killed");
    const channel = await fixture.addChannel();
    await processPendingListings(fixture.ctx, { after: "", places: createTurnPlaces(fixture.ctx.clock) });
    expect(await skusOf(channel)).toContain("D");
  });
});

describe("a channel's change", () => {
  test("starts a walk through all products when the channel is created, changed, archived or deleted", async () => {
    const id = await fixture.addChannel({ profile: "openai_products", defaults: { seller_name: "Acme" } });
    const walk = async () =>
      (
        await fixture.sql<{ completed_at: Date | null }>(
          "SELECT completed_at FROM listing_walks WHERE channel_id = $1",
          [id],
        )
      )[0];
    const change = (set: string, values: unknown[]) =>
      fixture.asWorkspace(`UPDATE channels SET ${set}, version = version + 1, updated_at = now() WHERE id = $1`, [
        id,
        ...values,
      ]);
    await fixture.put("W");
    expect(await walk()).toEqual({ completed_at: null });
    await fixture.keep();
    expect((await walk())?.completed_at).toBeInstanceOf(Date);
    const before = await listingOf(id, "W");

    await change("rules = $2", [JSON.stringify([{ type: "constant", field: "title", value: "Other" }])]);
    expect(await walk()).toEqual({ completed_at: null });
    await fixture.keep();
    const after = await listingOf(id, "W");
    expect(after.row_hash).not.toEqual(before.row_hash);
    expect(after.changed_at.getTime()).toBeGreaterThan(before.changed_at.getTime());

    await change("name = $2", ["Renamed"]);
    expect((await walk())?.completed_at).toBeInstanceOf(Date);
    await change("status = $2", ["archived"]);
    await fixture.keep();
    expect(await skusOf(id)).toEqual([]);
    await fixture.asWorkspace("DELETE FROM channels WHERE id = $1", [id]);
    await fixture.keep();
    expect(await walk()).toBeUndefined();
  });

  test("supersedes listings of the channel's earlier version, and no listing of an older product is kept", async () => {
    const channelId = await fixture.addChannel();
    await fixture.put("R");
    await fixture.put("R", { title: "Second" });
    await fixture.keep();
    const before = await listingOf(channelId, "R");
    const at = new Date(0);
    const made = {
      channelId,
      sku: "R",
      isValid: false,
      rowHash: null,
      issues: null,
      changedAt: at,
      validSince: null,
      nextChangeAt: null,
      rowId: null,
      idHolder: null,
    };
    await inSystem(fixture.ctx.db, async (client) => {
      await writeListings(client, fixture.workspaceId, [{ ...made, productVersion: 1, revision: 1 }]);
      await writeListings(client, fixture.workspaceId, [{ ...made, productVersion: 2, revision: 2 }]);
    });
    expect(await listingOf(channelId, "R")).toEqual(before);
  });

  test("a walk repairs a missing listing and removes one that should not exist", async () => {
    const id = await fixture.addChannel();
    await fixture.put("L1");
    await fixture.keep();
    await fixture.sql("DELETE FROM listings WHERE sku = 'L1'");
    await fixture.sql(
      "INSERT INTO listings (workspace_id, channel_id, sku, product_version, is_valid, changed_at) VALUES ($1, $2, 'GHOST', 1, true, now())",
      [fixture.workspaceId, id],
    );
    await fixture.sql("UPDATE listing_walks SET due_at = now() WHERE channel_id = $1", [id]);
    await fixture.keep();
    expect(await skusOf(id)).toContain("L1");
    expect(await skusOf(id)).not.toContain("GHOST");
  });
});

test("the row changes when a sale starts and when it ends, and the listing has the time of the change", async () => {
  const channel = await fixture.addChannel();
  const minute = (n: number) => new Date(start + n * 60_000);
  const start = Date.now();
  const sale = {
    sale_price_amount: 9,
    sale_price_starts_at: minute(5).toISOString(),
    sale_price_ends_at: minute(9).toISOString(),
  };
  await fixture.put("S", sale);
  await fixture.keep();
  const before = await listingOf(channel, "S");
  expect(before.next_change_at).toEqual(minute(5));
  fixture.setClock(minute(6));
  await fixture.keep();
  const during = await listingOf(channel, "S");
  expect(during).toMatchObject({ changed_at: minute(5), next_change_at: minute(9), valid_since: before.valid_since });
  fixture.setClock(minute(10));
  await fixture.keep();
  const after = await listingOf(channel, "S");
  expect(after).toMatchObject({ changed_at: minute(9), next_change_at: null });
  expect([after.row_hash, during.row_hash]).toEqual([before.row_hash, during.row_hash]);
  fixture.setClock(undefined);
});

test("a stored document that is not a product is invalid with a reason, and does not affect the others", async () => {
  const channel = await fixture.addChannel();
  for (const sku of ["P1", "P2", "P3"]) await fixture.put(sku);
  await fixture.asWorkspace("UPDATE products SET doc = '{' WHERE sku = 'P2'");
  await fixture.keep();
  expect(JSON.parse((await listingOf(channel, "P2")).issues ?? "")).toMatchObject([{ code: "unreadable" }]);
  expect((await listingOf(channel, "P3")).is_valid).toBe(true);
});

describe("a failure", () => {
  test("with one product becomes an issue of its listing, and the others are listed", async () => {
    const gone = { type: "of a version that is no more", field: "title" };
    const when = [{ field: "title", op: "equals" as const, value: "Poisoned" }];
    const rule = { type: "if" as const, when, rules: [gone as never] };
    await fixture.put("POISONED", { title: "Poisoned" });
    await fixture.put("SOUND");
    const channel = await fixture.addChannel({ rules: [rule] });
    await fixture.keep();
    const poisoned = await listingOf(channel, "POISONED");
    expect([poisoned.is_valid, JSON.parse(poisoned.issues ?? "")]).toMatchObject([
      false,
      [{ severity: "error", code: "mapping_failed" }],
    ]);
    expect(await listingOf(channel, "SOUND")).toMatchObject({ is_valid: true, issues: null });
  });

  test("of one workspace's walk does not stop those of others, and the walk continues once it can", async () => {
    await fixture.put("WAITING");
    await fixture.keep();
    const otherWorkspace = await fixture.addWorkspace();
    const poisoned = await fixture.addChannel({ profile: "gone" as never }, otherWorkspace);
    const sound = await fixture.addChannel();
    const keeper = createListingUpdater(fixture.ctx);
    await expect(keeper.advanceWalks()).rejects.toThrow();
    expect(await keeper.advanceWalks()).toBe(true);
    expect(await skusOf(sound)).toContain("WAITING");

    const [walk] = await fixture.sql<{ is_later: boolean }>(
      "SELECT due_at > now() AND completed_at IS NULL AS is_later FROM listing_walks WHERE channel_id = $1",
      [poisoned],
    );
    expect(walk).toEqual({ is_later: true });
    await fixture.asWorkspace("UPDATE channels SET profile = 'generic' WHERE id = $1", [poisoned], otherWorkspace);
    await fixture.keep();
    const [done] = await fixture.sql("SELECT FROM listing_walks WHERE channel_id = $1 AND completed_at IS NOT NULL", [
      poisoned,
    ]);
    expect(done).toBeDefined();
  });
});

test("a workspace whose listings cannot be created does not delay those of another", async () => {
  const channel = await fixture.addChannel();
  await fixture.keep();
  const otherWorkspace = await fixture.addWorkspace();
  const poisoned = await fixture.addChannel({ profile: "gone" as never }, otherWorkspace);
  await fixture.sql("INSERT INTO listing_work (workspace_id, sku) VALUES ($1, 'X'), ($2, 'TURN-1')", [
    otherWorkspace,
    fixture.workspaceId,
  ]);
  await fixture.put("TURN-1");
  const keeper = createListingUpdater(fixture.ctx);
  expect(await keeper.updateChanged()).toBe(true);
  await fixture.put("TURN-2");
  await fixture.sql("INSERT INTO listing_work (workspace_id, sku) VALUES ($1, 'TURN-2')", [fixture.workspaceId]);
  await expect(keeper.updateChanged()).rejects.toThrow("gone");
  expect(await keeper.updateChanged()).toBe(true);
  expect(await skusOf(channel)).toContain("TURN-2");
  await fixture.asWorkspace("UPDATE channels SET profile = 'generic' WHERE id = $1", [poisoned], otherWorkspace);
  await fixture.keep();
});

test("four workers create the listings of 3,000 products in three channels exactly once", async () => {
  const own = await openListingsFixture();
  await own.fill(3_000);
  const channels = [await own.addChannel(), await own.addChannel(), await own.addChannel()];
  const keepers = Array.from({ length: 4 }, () => createListingUpdater(own.ctx));
  const puts = Array.from({ length: 100 }, (_, n) =>
    own.put(`F-${String(n + 1).padStart(6, "0")}`, { title: "Changed" }),
  );
  await Promise.all([...keepers.map((keeper) => own.keep(keeper)), ...puts]);
  await own.keep();
  for (const channel of channels) {
    const listings = await own.listings(channel);
    expect(listings).toHaveLength(3_000);
    expect(new Set(listings.slice(0, 100).map(({ row_hash }) => row_hash?.toString("hex"))).size).toBe(100);
    expect(listings.slice(0, 100).every(({ product_version }) => product_version === "2")).toBe(true);
    expect(listings.every(({ is_valid }) => is_valid)).toBe(true);
  }
  expect(await own.sql("SELECT FROM listing_work")).toEqual([]);
  await own.close();
});

test("writing a product has no extra cost: neither products nor events have a trigger or an index for listings", async () => {
  const found = await fixture.sql(
    `SELECT t.tgname AS name FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
     WHERE t.tgrelid IN ('products'::regclass, 'events'::regclass) AND p.prosrc ILIKE '%listing%'
     UNION SELECT p.proname FROM pg_proc p WHERE p.proname LIKE 'product%' AND p.prosrc ILIKE '%listing%'
     UNION SELECT indexname FROM pg_indexes WHERE tablename IN ('products', 'events') AND indexname ILIKE '%listing%'`,
  );
  expect(found).toEqual([]);
});

test("the metric has the age of the oldest pending product, and no value when none is pending", async () => {
  await fixture.keep();
  expect(await oldestNotedSeconds(fixture.ctx.db)).toBe(0);
  await fixture.sql("INSERT INTO listing_work VALUES ($1, 'WAITS', now() - interval '90 seconds')", [
    fixture.workspaceId,
  ]);
  expect(await oldestNotedSeconds(fixture.ctx.db)).toBeGreaterThan(89);
  await fixture.keep();
  expect(await oldestNotedSeconds(fixture.ctx.db)).toBe(0);
});

test("once a new channel's walk is completed, its end is reported", async () => {
  const channel = await fixture.addChannel();
  const walked = Promise.withResolvers<void>();
  const running = startListings(fixture.ctx, { intervalMs: 20, onWalked: walked.resolve });
  await walked.promise;
  await running.stop();
  expect(
    await fixture.sql("SELECT FROM listing_walks WHERE channel_id = $1 AND completed_at IS NOT NULL", [channel]),
  ).toHaveLength(1);
});
