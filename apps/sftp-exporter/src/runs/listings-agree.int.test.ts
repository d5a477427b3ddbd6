import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import { type ExporterFixture, openExporterFixture, product } from "../testing/open-exporter-fixture.js";

let fixture: ExporterFixture;
beforeAll(async () => {
  fixture = await openExporterFixture();
  await fixture.startApp();
});
afterAll(() => fixture.close());

/** Their order differs between bytes, UTF-16 code units and languages. */
const HARD_SKUS = ["a", "B", "b-1", "b_1", "é", "Z", "ß", "日本", "😀", "Ａ", "\uE000", "a b", 'q"\\', "S"];
const SKUS = [...HARD_SKUS, ...Array.from({ length: 60 }, (_, n) => `S${n}`)];
const IDS = [...SKUS, ...SKUS, "ID-1", "ID-2", "ID-3", "id-3", "é".repeat(1_500), `${"é".repeat(1_500)}x`];

const UNGUARDED = { max_drop_percent: null, max_invalid_percent: null };

/** A generator of pseudorandom whole numbers below a limit (mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

const channelOf = async (feedId: string) =>
  (await fixture.query<{ channel_id: string }>("SELECT channel_id FROM feeds WHERE id = $1", [feedId]))[0]?.channel_id;

/** Each product keeps its id, gets another one, becomes invalid, or is deleted. */
async function change(channelId: string, random: (below: number) => number): Promise<void> {
  const docs = SKUS.map((sku) => {
    const id = random(3) === 0 ? undefined : IDS[random(IDS.length)];
    const more = {
      ...(id && { channel_overrides: { [channelId]: { sku: id } } }),
      ...(random(8) === 0 && { title: "" }),
    };
    return JSON.stringify(product(sku, { price: "19.90 USD", ...more }));
  });
  const deleted = SKUS.map(() => random(6) === 0);
  await fixture.changeProducts(
    `UPDATE products p SET doc = g.doc, deleted_at = CASE WHEN g.deleted THEN now() END, version = p.version + 1,
       updated_at = now(), log_position = DEFAULT
     FROM unnest($1::text[], $2::text[], $3::boolean[]) AS g (sku, doc, deleted) WHERE p.sku = g.sku`,
    [SKUS, docs, deleted],
  );
}

async function duplicatesOfRun(feedId: string): Promise<string[]> {
  const runId = await fixture.queueRun(feedId);
  const { issues } = await eventually(async () => {
    const run = await fixture.run(runId);
    return run.finished_at !== null && run;
  });
  return issues.flatMap(({ sku, code, message }) => (code === "duplicate_id" ? [`${sku}: ${message}`] : [])).sort();
}

async function duplicatesOfListings(channelId: string): Promise<string[]> {
  const rows = await fixture.query<{ sku: string; message: string }>(
    `SELECT sku, issue->>'message' AS message FROM listings, json_array_elements(issues::json) AS issue
     WHERE channel_id = $1 AND issue->>'code' = 'duplicate_id'`,
    [channelId],
  );
  return rows.map(({ sku, message }) => `${sku}: ${message}`).sort();
}

test("listings and runs agree about every product whose id another product has", async () => {
  await fixture.addProducts(SKUS.map((sku) => product(sku)));
  const overridden = await fixture.addFeed({ file_name: "overridden.csv", guards: UNGUARDED });
  const rules = [{ type: "truncate", field: "sku", max: 2 }] as const;
  const shortened = await fixture.addFeed({
    file_name: "shortened.csv",
    guards: UNGUARDED,
    channel: { rules: [...rules] },
  });
  const channelId = (await channelOf(overridden)) ?? "";
  for (let seed = 1; seed <= 6; seed += 1) {
    await change(channelId, randomFrom(seed));
    for (const feedId of [overridden, shortened]) {
      const expected = await duplicatesOfRun(feedId);
      expect(expected.length).toBeGreaterThan(5);
      const channel = (await channelOf(feedId)) ?? "";
      await eventually(async () => {
        expect(await duplicatesOfListings(channel)).toEqual(expected);
        return true;
      });
    }
  }
});
