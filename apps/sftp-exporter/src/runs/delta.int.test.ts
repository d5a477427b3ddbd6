import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { eventually } from "@skucast/testkit/eventually";
import { type SshServer, startSshServer } from "@skucast/testkit/start-ssh-server";
import { parse } from "csv-parse/sync";
import { runFolder } from "../files/run-keys.js";
import {
  type ExporterFixture,
  openExporterFixture,
  product,
  type StoredRun,
} from "../testing/open-exporter-fixture.js";

let fixture: ExporterFixture;
let server: SshServer;
let folder: string;
let destination: string;
let feedId: string;
let folderCount = 0;

beforeAll(async () => {
  [fixture, server] = await Promise.all([openExporterFixture(), startSshServer()]);
  await fixture.startApp();
});
afterAll(async () => {
  await fixture.close();
  await server.stop();
});
beforeEach(async () => {
  folder = newFolder();
  await fixture.changeProducts("DELETE FROM products");
  await fixture.addProducts(SKUS.map((sku) => product(sku)));
  destination = await fixture.addDestination(server, { path: folder });
  feedId = await fixture.addFeed({ coverage: "delta", destinations: [destination] });
});

const SKUS = ["A", "B", "C", "D", "E/%~1"];

function newFolder(): string {
  folderCount += 1;
  const path = join(server.root, `partner${folderCount}`);
  mkdirSync(path);
  return path;
}
const settled = (id: string): Promise<StoredRun> =>
  eventually(async () => {
    const now = await fixture.run(id);
    return (now.finished_at !== null || now.status === "held") && now;
  });
const run = async (id = feedId): Promise<StoredRun> => settled(await fixture.queueRun(id));
const retitle = (sku: string, title: string) =>
  fixture.changeProducts(
    "UPDATE products SET doc = jsonb_set(doc::jsonb, '{title}', to_jsonb($2::text)) WHERE sku = $1",
    [sku, title],
  );
const remove = (...skus: string[]) => fixture.changeProducts("DELETE FROM products WHERE sku = ANY ($1)", [skus]);
const liveOf = async (id: string) =>
  (await fixture.query<{ live_run_id: string }>("SELECT live_run_id FROM feeds WHERE id = $1", [id]))[0]?.live_run_id;
const ownFolder = (id: string) => join(fixture.filesDir, runFolder({ workspaceId: fixture.workspaceId, id }));

/** The rows at a partner, read by an independent parser: SKU and title, or the SKU with a cross for a tombstone. */
function rowsAt(path = folder, name = "products.csv"): string[] {
  const rows: Record<string, string>[] = parse(readFileSync(join(path, name)), { columns: true });
  return rows
    .map(({ sku, id, title, deleted, delete: gone }) => {
      if ((deleted ?? gone) === "true") return `${sku ?? id} †`;
      return `${sku ?? id} ${title}`;
    })
    .sort();
}
const whole = (...skus: string[]) => skus.map((sku) => `${sku} Title of ${sku}`);
const filesRows = ({ files }: StoredRun) => files.reduce((sum, { rows }) => sum + rows, 0);

describe("a feed of deltas", () => {
  test("delivers every row first, then added and changed rows, and tombstones for removed ones", async () => {
    const first = await run();
    expect([first.coverage, first.counts.written, rowsAt()]).toEqual(["full", 5, whole(...SKUS)]);
    await retitle("C", "New");
    await remove("A", "E/%~1");
    await fixture.addProducts([product("F")]);
    const second = await run();
    expect(rowsAt()).toEqual(["A †", "C New", "E/%~1 †", "F Title of F"]);
    expect(second).toMatchObject({
      status: "succeeded",
      coverage: "delta",
      counts: { selected: 4, written: 4, excluded: 0, invalid: 0, added: 1, changed: 1, removed: 2 },
    });
    expect(filesRows(second)).toBe(4);
    await retitle("D", "Newer");
    expect([(await run()).coverage, rowsAt()]).toEqual(["delta", ["D Newer"]]);
  });

  test("has only the id and the mark in a tombstone", async () => {
    await run();
    await remove("B");
    await run();
    const [header, row] = readFileSync(join(folder, "products.csv"), "utf8").split("\n");
    expect(header).toMatch(/^sku,.*,deleted$/);
    expect(row).toMatch(/^B,+true$/);
  });

  test("treats a product that becomes invalid or excluded as removed, and adds it again later", async () => {
    await run();
    const setCurrency = (from: string, to: string) =>
      fixture.changeProducts("UPDATE products SET doc = replace(doc, $1, $2) WHERE sku = 'B'", [from, to]);
    await setCurrency('"USD"', '"EUR"');
    await fixture.changeProducts("UPDATE products SET status = 'draft' WHERE sku = 'C'");
    const second = await run();
    expect(rowsAt()).toEqual(["B †", "C †"]);
    expect(second.counts).toMatchObject({ selected: 4, written: 3, invalid: 1, removed: 2 });
    await setCurrency('"EUR"', '"USD"');
    await run();
    expect(rowsAt()).toEqual(whole("B"));
  });

  test("skips a run without a change: the partner's file and the live run stay", async () => {
    await run();
    await retitle("C", "New");
    const second = await run();
    const third = await run();
    expect(third).toMatchObject({ status: "skipped", coverage: "delta", counts: { written: 5, changed: 0 } });
    expect([rowsAt(), await liveOf(feedId)]).toEqual([["C New"], second.id]);
  });

  test("delivers every row again on request, even without a change", async () => {
    await run();
    await retitle("C", "New");
    await run();
    const third = await settled(await fixture.queueRun(feedId, "full"));
    expect([third.status, third.coverage, filesRows(third)]).toEqual(["succeeded", "full", 5]);
  });

  test.each(["tsv", "jsonl", "xml_rss", "parquet"] as const)("in %s has as many rows as counted", async (format) => {
    const other = await fixture.addFeed({ coverage: "delta", format, shards: 2, destinations: [destination] });
    expect(filesRows(await run(other))).toBe(5);
    await retitle("C", "New");
    await remove("A", "B");
    await fixture.addProducts([product("F")]);
    const second = await run(other);
    expect(second).toMatchObject({ coverage: "delta", counts: { written: 4, added: 1, changed: 1, removed: 2 } });
    expect(filesRows(second)).toBe(4);
  });

  test("has the id that the partner knows in a tombstone, even if a rule changes the id", async () => {
    const rules = [{ type: "template", field: "id", template: "acme-{id}" }] as const;
    const complete = { gtin: "4006381333931", brand: "Acme", product_category: "Shirts" };
    await fixture.changeProducts("DELETE FROM products");
    await fixture.addProducts(["A", "B"].map((sku) => product(sku, complete)));
    const channel = { profile: "stripe_agentic" as const, rules: [...rules] };
    const other = await fixture.addFeed({ coverage: "delta", channel, destinations: [destination] });
    await run(other);
    expect(rowsAt()).toEqual(["acme-A Title of A", "acme-B Title of B"]);
    await remove("A");
    await run(other);
    expect(rowsAt()).toEqual(["acme-A †"]);
  });
});

describe("the base of deltas changes only with a run that reached the partners", () => {
  test("not with one that is held: its changes are in the next run, and its guards cover all rows", async () => {
    await fixture.addProducts(Array.from({ length: 35 }, (_, i) => product(`M${i}`)));
    await run();
    const gone = Array.from({ length: 20 }, (_, i) => `M${i}`);
    await remove(...gone);
    const held = await run();
    expect([held.status, held.coverage, held.counts.written]).toEqual(["held", "delta", 20]);
    expect(held.guards).toContainEqual(expect.objectContaining({ guard: "max_drop_percent", actual: 50 }));
    await fixture.addProducts(gone.slice(2).map((sku) => product(sku)));
    const next = await run();
    expect([next.status, next.coverage, rowsAt()]).toEqual(["succeeded", "delta", ["M0 †", "M1 †"]]);
    expect((await fixture.run(held.id)).status).toBe("cancelled");
  });

  test("not with one that was discarded", async () => {
    const other = await fixture.addFeed({ coverage: "delta", destinations: [destination], guards: { min_items: 5 } });
    await run(other);
    await retitle("B", "New");
    await remove("A");
    const held = await run(other);
    expect(held.status).toBe("held");
    await fixture.query("UPDATE runs SET status = 'cancelled', finished_at = now() WHERE id = $1", [held.id]);
    await fixture.addProducts([product("F")]);
    await run(other);
    expect(rowsAt()).toEqual(["A †", "B New", "F Title of F"]);
  });

  test("a held run that is released is delivered unchanged, and the next run continues from it", async () => {
    const other = await fixture.addFeed({ coverage: "delta", destinations: [destination], guards: { min_items: 5 } });
    await run(other);
    await remove("A");
    const held = await run(other);
    await fixture.query("UPDATE runs SET status = 'delivering', release = '{}', version = version + 1 WHERE id = $1", [
      held.id,
    ]);
    await eventually(async () => (await fixture.run(held.id)).finished_at !== null);
    expect([rowsAt(), await liveOf(other)]).toEqual([["A †"], held.id]);
    await fixture.addProducts([product("F")]);
    expect([(await run(other)).coverage, rowsAt()]).toEqual(["delta", whole("F")]);
  });

  test("after a failed delivery every row is delivered, and what only the failed run may have delivered is removed", async () => {
    await run();
    await fixture.addProducts([product("SHORT")]);
    await remove("A");
    rmSync(folder, { recursive: true });
    expect((await run()).status).toBe("failed");
    mkdirSync(folder);
    await remove("SHORT");
    const next = await run();
    expect([next.status, next.coverage]).toEqual(["succeeded", "full"]);
    expect(rowsAt()).toEqual(["A †", ...whole("B", "C", "D", "E/%~1"), "SHORT †"]);
    await retitle("B", "New");
    expect([(await run()).coverage, rowsAt()]).toEqual(["delta", ["B New"]]);
  });

  test("after a run that did not reach all partners, all get every row, with the tombstones that one of them missed", async () => {
    const second = newFolder();
    const other = await fixture.addDestination(server, { path: second });
    const both = await fixture.addFeed({ coverage: "delta", destinations: [destination, other] });
    await run(both);
    rmSync(second, { recursive: true });
    await remove("A");
    expect((await run(both)).status).toBe("succeeded_with_errors");
    mkdirSync(second);
    const next = await run(both);
    expect([next.status, next.coverage]).toEqual(["succeeded", "full"]);
    expect([rowsAt(), rowsAt(second)]).toEqual([
      ["A †", ...whole("B", "C", "D", "E/%~1")],
      ["A †", ...whole("B", "C", "D", "E/%~1")],
    ]);
  });

  test("a new or changed destination gets every row", async () => {
    await run();
    await fixture.changeProducts("UPDATE destinations SET updated_at = now() WHERE id = $1", [destination]);
    await retitle("B", "New");
    expect((await run()).coverage).toBe("full");
  });
});

describe("every row is delivered", () => {
  test.each([
    ["the channel's defaults", 'UPDATE channels SET defaults = \'{"brand": "Other"}\' WHERE id = $1'],
    ["the channel's market", `UPDATE channels SET market = market || '{"language": "de"}' WHERE id = $1`],
    ["the number of files", "UPDATE feeds SET file_name = 'other.csv' WHERE channel_id = $1"],
  ])("after a change of %s, with tombstones for removed rows", async (_what, change) => {
    await run();
    const [feed] = await fixture.query<{ channel_id: string }>("SELECT channel_id FROM feeds WHERE id = $1", [feedId]);
    await fixture.changeProducts(change, [feed?.channel_id]);
    await remove("A");
    const next = await run();
    expect([next.coverage, next.counts.written, filesRows(next)]).toEqual(["full", 4, 5]);
  });

  test("when the rows that partners have are no longer known", async () => {
    const first = await run();
    rmSync(ownFolder(first.id), { recursive: true });
    await retitle("B", "New");
    expect((await run()).coverage).toBe("full");
  });
});

describe("a run of deltas whose exporter died", () => {
  test("while generating is generated again with the same base", async () => {
    await run();
    await retitle("B", "New");
    const id = newId("run");
    await fixture.query(
      `INSERT INTO runs (workspace_id, id, feed_id, status, trigger, claim_count, lease_owner, lease_until, created_at, updated_at)
       VALUES ($1, $2, $3, 'generating', 'manual', 1, 'dead', now() - interval '1 second', now(), now())`,
      [fixture.workspaceId, id, feedId],
    );
    expect([(await settled(id)).coverage, rowsAt()]).toEqual(["delta", ["B New"]]);
  });

  test("while delivering continues with its files, and the next run uses them as base", async () => {
    await run();
    await retitle("B", "New");
    const second = await run();
    rmSync(join(folder, "products.csv"));
    await interrupt(second);
    expect([(await settled(second.id)).coverage, rowsAt()]).toEqual(["delta", ["B New"]]);
    await retitle("C", "Newer");
    await run();
    expect(rowsAt()).toEqual(["C Newer"]);
  });

  test("and whose files are lost delivers every row, because what it has delivered is not known", async () => {
    await run();
    await retitle("B", "New");
    const second = await run();
    rmSync(ownFolder(second.id), { recursive: true });
    await retitle("B", "Title of B");
    await interrupt(second);
    expect([(await settled(second.id)).coverage, rowsAt()]).toEqual(["full", whole(...SKUS)]);
  });

  /** As if the exporter had died before it stored the end of the delivery; the feed's live run is still the previous one. */
  async function interrupt({ id, deliveries }: StoredRun): Promise<void> {
    const [former] = await fixture.query<{ id: string }>(
      "SELECT id FROM runs WHERE feed_id = $1 AND id < $2 ORDER BY id DESC LIMIT 1",
      [feedId, id],
    );
    await fixture.query("UPDATE feeds SET live_run_id = $2 WHERE id = $1", [feedId, former?.id]);
    const pending = deliveries.map((delivery) => ({ ...delivery, status: "pending" }));
    await fixture.query(
      `UPDATE runs SET status = 'delivering', finished_at = NULL, deliveries = $2, lease_until = now() - interval '1 second'
       WHERE id = $1`,
      [id, JSON.stringify(pending)],
    );
  }
});
