import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { inSystem } from "@skucast/db/database";
import { countChannelIssues, readChannelIssues } from "@skucast/db/listings/read-channel-issues";
import { createTurnPlaces } from "@skucast/db/queues/turn-places";
import { eventually } from "@skucast/testkit/eventually";
import { countDueChannel } from "../channel-days/count-channel-days.js";
import { type Listings, openListingsFixture } from "../testing/open-listings-fixture.js";
import { processPendingListings } from "./process-pending-listings.js";
import { stepWalk } from "./step-walk.js";
import { createListingUpdater } from "./update-listings.js";

let fixture: Listings;
let channelId = "";
beforeAll(async () => {
  fixture = await openListingsFixture();
});
beforeEach(async () => {
  channelId = await fixture.addChannel();
});
afterAll(() => fixture.close());

type Ids = Readonly<Record<string, string | undefined>>;

/** Writes products with these ids in the channel; the SKU itself stands for no override. */
async function put(ids: Ids, change: object = {}): Promise<void> {
  for (const [sku, id] of Object.entries(ids))
    await fixture.put(sku, { ...(id !== sku && { channel_overrides: { [channelId]: { sku: id } } }), ...change });
}
const remove = (sku: string) => fixture.put(sku, {}, true);
/** Which product has the id of each product that is left out because of it, as its issue says. */
async function holders(): Promise<Record<string, string>> {
  const found = (await fixture.listings(channelId)).flatMap(({ sku, is_valid, issues }) => {
    const [message] = /(?<=is already the id of the product )[^"]+/.exec(issues ?? "") ?? [];
    expect([sku, is_valid]).toEqual([sku, message === undefined && issues === null]);
    return message === undefined ? [] : [[sku, message] as const];
  });
  return Object.fromEntries(found);
}
const holdersAfter = async (change: Promise<void>) => {
  await change;
  await fixture.keep();
  return holders();
};
const listingOf = async (sku: string) => (await fixture.listings(channelId)).find((listing) => listing.sku === sku);
const removeAll = async () => {
  await fixture.asWorkspace(
    "UPDATE products SET deleted_at = now(), version = version + 1, log_position = DEFAULT, updated_at = now()",
  );
  await fixture.keep();
};

/** Processes what is noted, in one transaction. */
const work = () => processPendingListings(fixture.ctx, { after: "", places: createTurnPlaces(fixture.ctx.clock) });
const note = (...skus: readonly string[]) =>
  fixture.sql("INSERT INTO listing_work (workspace_id, sku) SELECT $1, unnest($2::text[])", [
    fixture.workspaceId,
    skus,
  ]);

describe("of several products with one id", () => {
  beforeEach(removeAll);

  test("the one whose SKU it is has it, otherwise the first one; the others are invalid and name it", async () => {
    await put({ A: "B", B: "B", C: "X", D: "X", E: "A", F: "INVALID", Y: "X" });
    await fixture.put("INVALID", { title: "" });
    await fixture.keep();
    expect(await holders()).toEqual({ A: "B", D: "C", Y: "C" });
    expect(await listingOf("D")).toMatchObject({ row_hash: null, valid_since: null });
  });

  test("products of one transaction are compared as they are now, and not with their former listings", async () => {
    const holdersOfOne = async (ids: Ids, change?: object) => {
      await put(ids, change);
      await note(...Object.keys(ids));
      await work();
      expect(await fixture.sql("SELECT FROM listing_work")).toEqual([]);
      return holders();
    };
    await fixture.keep();
    expect(await holdersOfOne({ A: "X", B: "X", C: "B" })).toEqual({ B: "A" });
    expect(await holdersOfOne({ X: "X", A: "X", B: "B", C: "B" })).toEqual({ A: "X", C: "B" });
    expect(await holdersOfOne({ X: "Y", A: "X", B: "Z", C: "B" })).toEqual({});
    expect(await holdersOfOne({ A: "B", B: "X", C: "X" })).toEqual({ C: "B" });
  });

  test("a rule that gives them the id is found by the walk of the changed channel, and its removal as well", async () => {
    await put({ A1: "A1", A2: "A2", A3: "A3", B: "B", B1: "B1", C2: "C2" });
    await fixture.keep();
    const change = async (rules: readonly object[]) => {
      await fixture.asWorkspace(
        "UPDATE channels SET rules = $2, version = version + 1, updated_at = now() WHERE id = $1",
        [channelId, JSON.stringify(rules)],
      );
    };
    const shortened = [{ type: "truncate", field: "sku", max: 1 }];
    expect(await holdersAfter(change(shortened))).toEqual({ A2: "A1", A3: "A1", B1: "B" });
    expect(await holdersAfter(change([]))).toEqual({});
  });

  test("another one has it once its product is deleted, is invalid, is not selected or gets another id", async () => {
    await put({ A: "X", B: "X", C: "X" });
    await fixture.keep();
    expect(await holdersAfter(put({ A: "X" }, { title: "" }))).toMatchObject({ C: "B" });
    expect(await holdersAfter(put({ A: "X" }))).toEqual({ B: "A", C: "A" });
    expect(await holdersAfter(put({ A: "X" }, { status: "draft" }))).toEqual({ C: "B" });
    expect(await holdersAfter(put({ A: "Y" }))).toEqual({ C: "B" });
    expect(await holdersAfter(remove("B"))).toEqual({});
    expect(await holdersAfter(put({ X: "X" }))).toEqual({ C: "X" });
    expect(await holdersAfter(put({ X: "X" }, { title: "" }))).toEqual({});
    expect(await holdersAfter(put({ X: "X" }))).toEqual({ C: "X" });
    expect(await holdersAfter(put({ X: "Z" }))).toEqual({});
    expect(await holdersAfter(put({ X: "X" }))).toEqual({ C: "X" });
    expect(await holdersAfter(remove("X"))).toEqual({});
  });

  test("each names the new one when an earlier product gets the id", async () => {
    expect(await holdersAfter(put({ C: "X", D: "X", E: "X" }))).toEqual({ D: "C", E: "C" });
    expect(await holdersAfter(put({ B: "X" }))).toEqual({ C: "B", D: "B", E: "B" });
  });

  test("a product that gets the id again has a row that changed then, so no earlier run has published it", async () => {
    await put({ A: "X", B: "X" });
    await fixture.keep();
    await fixture.untilPast();
    const before = new Date();
    await holdersAfter(remove("A"));
    const listing = await listingOf("B");
    expect(listing?.changed_at.getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect(listing?.valid_since).toEqual(listing?.changed_at);
  });

  test("the walk finds the ids of listings that an earlier version has written without them", async () => {
    await put({ A: "X", B: "X" });
    await fixture.keep();
    await fixture.sql("UPDATE listings SET row_id = NULL, id_holder = NULL, is_valid = true, issues = NULL");
    await fixture.sql("UPDATE listings SET row_hash = NULL WHERE sku = 'B'");
    await fixture.sql("UPDATE listing_walks SET due_at = now()");
    await fixture.keep();
    expect(await holders()).toEqual({ B: "A" });
    expect(await listingOf("A")).toMatchObject({ row_id: "X" });
  });

  test("each channel has ids of its own", async () => {
    const other = await fixture.addChannel();
    await put({ A: "X", B: "X" });
    await fixture.keep();
    expect(await holders()).toEqual({ B: "A" });
    expect((await fixture.listings(other)).map(({ is_valid, row_id }) => [is_valid, row_id])).toEqual([
      [true, null],
      [true, null],
    ]);
  });

  test("the issues of the channel, their summary and the counts of the day have the others as invalid", async () => {
    await put({ A: "X", B: "X", C: "X", D: "D" });
    await fixture.keep();
    const binding = wholeWorkspace(fixture.workspaceId);
    const page = await readChannelIssues(fixture.ctx.db, {
      binding,
      channelId,
      from: "",
      isAfter: false,
      limit: 10,
      code: "duplicate_id",
    });
    expect(page.products.map(({ sku }) => sku)).toEqual(["B", "C"]);
    expect(await countChannelIssues(fixture.ctx.db, binding, channelId)).toMatchObject({
      products: 2,
      invalid: 2,
      counts: [{ code: "duplicate_id", severity: "error", count: 2 }],
    });
    while (await countDueChannel(fixture.ctx));
    const days = await fixture.sql(
      "SELECT pending::int, invalid::int, issues FROM channel_days WHERE channel_id = $1",
      [channelId],
    );
    expect(days).toEqual([
      { pending: 2, invalid: 2, issues: [{ code: "duplicate_id", severity: "error", products: 2 }] },
    ]);
  });

  test("listings that are right are not computed again", async () => {
    await put({ A: "X", B: "X", C: "X" });
    await fixture.keep();
    const keeper = createListingUpdater(fixture.ctx);
    expect([await keeper.updateChanged(), await keeper.advanceWalks()]).toEqual([false, false]);
    await note("A", "B");
    expect(await keeper.updateChanged()).toBe(true);
    expect(await fixture.sql("SELECT FROM listing_work")).toEqual([]);
  });
});

test("a listing that is wrong and cannot be written is not computed again and again", async () => {
  await removeAll();
  await put({ A: "X", B: "X" });
  await fixture.keep();
  await fixture.sql("UPDATE listings SET product_version = 99, id_holder = NULL WHERE sku = 'B'");
  await put({ A: "X" }, { title: "Changed" });
  await fixture.keep();
  expect(await listingOf("B")).toMatchObject({ product_version: "99", id_holder: null });
});

describe("workers at the same time", () => {
  beforeEach(removeAll);

  /** Keeps a worker, which has computed the product, from writing its listing until the returned function is called. */
  async function holdWrite(sku: string, worker: () => Promise<unknown>): Promise<() => Promise<void>> {
    const isHeld = Promise.withResolvers<string>();
    const isReleased = Promise.withResolvers<void>();
    const holding = inSystem(fixture.ctx.db, async (client) => {
      await client.query(
        `INSERT INTO listings (workspace_id, channel_id, sku, product_version, is_valid, changed_at)
         VALUES ($1, $2, $3, 0, false, now()) ON CONFLICT (workspace_id, channel_id, sku) DO UPDATE SET sku = excluded.sku`,
        [fixture.workspaceId, channelId, sku],
      );
      const { rows } = await client.query<{ xid: string }>("SELECT pg_current_xact_id()::xid::text AS xid");
      isHeld.resolve(rows[0]?.xid ?? "");
      await isReleased.promise;
      await client.query("ROLLBACK AND CHAIN");
    });
    const xid = await isHeld.promise;
    const working = worker();
    const waiting = "SELECT FROM pg_locks WHERE NOT granted AND transactionid::text = $1";
    await eventually(async () => (await fixture.sql(waiting, [xid])).length > 0);
    return async () => {
      isReleased.resolve();
      await Promise.all([holding, working]);
    };
  }

  /** Two workers compute a product each; the one with `late` read before the other one wrote, and writes after it. */
  async function race(late: string, early: string): Promise<void> {
    await note(late);
    const release = await holdWrite(late, work);
    await note(early);
    await work();
    await release();
  }

  test.each([
    ["A", "B", { A: "X", B: "X" }, { B: "A" }],
    ["B", "A", { A: "X", B: "X" }, { B: "A" }],
    ["X", "A", { A: "X", X: "X" }, { A: "X" }],
    ["A", "X", { A: "X", X: "X" }, { A: "X" }],
  ])("agree when they do not see each other: %s is written after %s", async (late, early, ids, expected) => {
    await fixture.keep();
    await put(ids);
    await race(late, early);
    expect(await holders()).toEqual({});
    await fixture.keep(onlyNoted());
    expect(await holders()).toEqual(expected);
  });

  test("agree when one deletes the product that has the id while the other computes the next one", async () => {
    expect(await holdersAfter(put({ A: "X", B: "X" }))).toEqual({ B: "A" });
    await remove("A");
    await put({ C: "X" });
    await race("A", "C");
    expect(await holders()).toEqual({ B: "A", C: "A" });
    await fixture.keep(onlyNoted());
    expect(await holders()).toEqual({ C: "B" });
  });

  test("agree when a worker writes a listing that was overtaken", async () => {
    await put({ B: "X" });
    await fixture.keep();
    await put({ B: "X" }, { title: "Changed" });
    await fixture.sql("UPDATE listing_walks SET due_at = now() - interval '1 day' WHERE channel_id = $1", [channelId]);
    const release = await holdWrite("B", () => stepWalk(fixture.ctx));
    await put({ A: "X" });
    await note("A");
    await work();
    // As if another worker had computed B before the late one writes it.
    await fixture.sql("DELETE FROM listing_work");
    await release();
    await fixture.keep(onlyNoted());
    expect(await holders()).toEqual({ B: "A" });
  });

  test("four of them agree on many ids, while the products change", async () => {
    const keepers = Array.from({ length: 4 }, () => createListingUpdater(fixture.ctx));
    const skus = Array.from({ length: 24 }, (_, n) => `S${String(n).padStart(2, "0")}`);
    for (let round = 1; round <= 4; round += 1) {
      const idOf = (n: number) => skus[(n * round) % 7] ?? "";
      const changing = Promise.all(skus.map((sku, n) => put({ [sku]: idOf(n) })));
      await Promise.all([changing, ...keepers.map((keeper) => fixture.keep(keeper))]);
      await fixture.keep();
      const claims = skus.map((sku, n) => [sku, idOf(n)] as const);
      const holderOf = (id: string) =>
        claims.find(([sku, own]) => own === id && sku === id)?.[0] ?? claims.find(([, own]) => own === id)?.[0];
      const expected = claims.flatMap(([sku, id]) => (holderOf(id) === sku ? [] : [[sku, holderOf(id)]]));
      expect(await holders()).toEqual(Object.fromEntries(expected));
    }
  });

  /** Processes what is noted, and finds nothing else: neither changed products nor walks. */
  function onlyNoted() {
    return { updateChanged: async () => (await work()) !== undefined, advanceWalks: () => Promise.resolve(false) };
  }
});
