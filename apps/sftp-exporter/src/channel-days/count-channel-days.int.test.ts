import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import { type Listings, openListingsFixture } from "../testing/open-listings-fixture.js";
import { countDueChannel } from "./count-channel-days.js";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let fixture: Listings;
beforeAll(async () => {
  fixture = await openListingsFixture();
});
afterAll(() => fixture.close());

const daysOf = (channelId: string) =>
  fixture.sql<Record<string, unknown>>(
    `SELECT day::text, published::int, pending::int, held::int, invalid::int, excluded::int, issues FROM channel_days
     WHERE channel_id = $1 AND counted_at IS NOT NULL ORDER BY day`,
    [channelId],
  );

/** Counts until no channel is due; returns how many there were. */
async function countAll(): Promise<number> {
  let counted = 0;
  while (await countDueChannel(fixture.ctx)) counted += 1;
  return counted;
}

/** A feed of the channel with a run, which is live or held, that started then. */
async function addRun(channelId: string, status: "succeeded" | "held", startedAt: Date): Promise<void> {
  const feedId = newId("feed");
  const runId = newId("run");
  await fixture.asWorkspace(
    `INSERT INTO feeds (workspace_id, id, channel_id, name, status, format, compression, file_name, shards, created_at, updated_at)
     VALUES ($1, $2, $3, 'Feed', 'active', 'csv', 'none', 'products.csv', 1, $4, $4)`,
    [fixture.workspaceId, feedId, channelId, startedAt],
  );
  await fixture.asWorkspace(
    `INSERT INTO runs (workspace_id, id, feed_id, status, trigger, started_at, created_at, updated_at)
     VALUES ($1, $2, $3, $4, 'manual', $5, $5, $5)`,
    [fixture.workspaceId, runId, feedId, status, startedAt],
  );
  if (status === "succeeded")
    await fixture.asWorkspace("UPDATE feeds SET live_run_id = $2 WHERE id = $1", [feedId, runId]);
}

describe("the daily counts of a channel", () => {
  test("have each product in its state, and products by issue code", async () => {
    const rules = [
      { type: "exclude", when: [{ field: "product.sku", op: "equals", value: "RULED" }], reason: "not here" },
    ] as never;
    const channel = await fixture.addChannel({ profile: "openai_products", defaults: { seller_name: "Acme" }, rules });
    for (const sku of ["LIVE-1", "LIVE-2", "RULED"]) await fixture.put(sku);
    for (const sku of ["BAD-1", "BAD-2"]) await fixture.put(sku, { image_url: undefined });
    await fixture.keep();
    await fixture.untilPast();
    await addRun(channel, "succeeded", new Date());
    await fixture.untilPast();
    await fixture.put("HELD");
    await fixture.keep();
    await fixture.untilPast();
    await addRun(channel, "held", new Date());
    await fixture.untilPast();
    await fixture.put("PENDING");
    await fixture.keep();

    expect(await countAll()).toBeGreaterThan(0);
    const [day] = await daysOf(channel);
    expect(day).toMatchObject({ published: 2, pending: 1, held: 1, invalid: 2, excluded: 1 });
    expect(day?.issues).toContainEqual({ code: "missing_value", severity: "error", products: 2 });
    expect(day?.issues).toContainEqual({ code: "excluded_by_rule", severity: "warning", products: 1 });
  });

  test("are repeated after some minutes, keep former days, and are deleted after their retention", async () => {
    const channel = await fixture.addChannel();
    await fixture.keep();
    const start = new Date("2126-11-20T12:00:00Z");
    try {
      fixture.setClock(start);
      expect(await countAll()).toBeGreaterThan(0);
      expect(await countAll()).toBe(0);
      fixture.setClock(new Date(start.getTime() + 4 * MINUTE_MS));
      expect(await countAll()).toBe(0);
      fixture.setClock(new Date(start.getTime() + 6 * MINUTE_MS));
      expect(await countAll()).toBeGreaterThan(0);
      fixture.setClock(new Date(start.getTime() + DAY_MS));
      await countAll();
      expect((await daysOf(channel)).map(({ day }) => day)).toEqual(["2126-11-20", "2126-11-21"]);
      fixture.setClock(new Date(start.getTime() + LIMITS.channelDaysKept * DAY_MS));
      await countAll();
      expect((await daysOf(channel)).map(({ day }) => day)).toEqual(["2126-11-21", "2127-02-18"]);
    } finally {
      fixture.setClock(undefined);
    }
  });

  test("are repeated at once after a run has ended, and after all products were checked again", async () => {
    const channel = await fixture.addChannel();
    await fixture.put("NEWS");
    await fixture.keep();
    await countAll();
    expect(await countAll()).toBe(0);
    await fixture.untilPast();
    await addRun(channel, "succeeded", new Date());
    await fixture.untilPast();
    fixture.hints.length = 0;
    expect(await countAll()).toBe(1);
    expect(await daysOf(channel)).toMatchObject([{ pending: 0 }]);
    expect(await countAll()).toBe(0);
    expect(fixture.hints).toEqual([[fixture.workspaceId, "channel_statistics"]]);
    await fixture.sql("UPDATE listing_walks SET completed_at = now() WHERE channel_id = $1", [channel]);
    await fixture.untilPast();
    expect(await countAll()).toBe(1);
  });

  test("are made by one process at a time, and again if it is interrupted", async () => {
    const channel = await fixture.addChannel();
    await countAll();
    const later = (minutes: number) => fixture.setClock(new Date(Date.now() + minutes * MINUTE_MS));
    try {
      later(20);
      const counted = await Promise.all(Array.from({ length: 4 }, () => countDueChannel(fixture.ctx)));
      expect(counted).toContain(true);
      await countAll();
      await fixture.sql("UPDATE channel_days SET claimed_until = now() + interval '60 minutes' WHERE channel_id = $1", [
        channel,
      ]);
      later(50);
      const before = await daysOf(channel);
      expect(await countAll()).toBeGreaterThan(0);
      expect(await daysOf(channel)).toEqual(before);
      later(61);
      expect(await countAll()).toBeGreaterThan(0);
    } finally {
      fixture.setClock(undefined);
    }
  });
});
