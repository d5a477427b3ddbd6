import { hash } from "node:crypto";
import type { Channel } from "@skucast/contracts/channels/channel";
import { newId } from "@skucast/contracts/ids";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { inWorkspace, openDatabase } from "@skucast/db/database";
import { readProducts } from "@skucast/db/products/read-products";
import { writeProducts } from "@skucast/db/products/write-products";
import { createLogger } from "@skucast/service-kit/logger";
import { createMetrics } from "@skucast/service-kit/metrics";
import { createTestDatabase } from "@skucast/testkit/create-test-database";
import { eventually } from "@skucast/testkit/eventually";
import { createListingUpdater } from "../listings/update-listings.js";

export interface StoredListing {
  readonly channel_id: string;
  readonly sku: string;
  readonly product_version: string;
  readonly is_valid: boolean;
  readonly row_hash: Buffer | null;
  readonly issues: string | null;
  readonly changed_at: Date;
  readonly valid_since: Date | null;
  readonly next_change_at: Date | null;
  readonly row_id: string | null;
  readonly id_holder: string | null;
}

type NewChannel = Partial<Pick<Channel, "profile" | "market" | "defaults" | "selection" | "rules" | "status">>;
export type Listings = Awaited<ReturnType<typeof openListingsFixture>>;

const ROUNDS_MAX = 1_000;

/** A database with products, channels and a listing updater whose steps are run by the tests. */
export async function openListingsFixture() {
  const database = await createTestDatabase();
  const db = openDatabase({ url: database.appUrl, name: "listings test" });
  const logger = createLogger({ service: "listings", level: "fatal" });
  const metrics = createMetrics({ service: "listings" });
  let now: Date | undefined;
  const clock = { now: () => now ?? new Date() };
  const hints: string[][] = [];
  const note = (...hint: [workspaceId: string, kind: string]) => void hints.push(hint);
  const ctx = { db, clock, logger, metrics, hints: { note } };
  const workspaceId = await addWorkspace();
  const binding = wholeWorkspace(workspaceId);
  const sql = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await db.system.query<Row>(text, values)).rows;
  const asWorkspace = (text: string, values: unknown[] = [], owner = workspaceId) =>
    inWorkspace(db, wholeWorkspace(owner), (client) => client.query(text, values));

  async function addWorkspace() {
    const id = newId("ws");
    await db.system.query("INSERT INTO workspaces (id, name) VALUES ($1, 'Acme')", [id]);
    return id;
  }

  /** Resolves when the current time has also passed on the database's clock, which may be slightly behind. */
  async function untilPast(): Promise<void> {
    const time = new Date();
    // Checked on both clocks. JavaScript's clock has a resolution of 1 ms, so wait until the next millisecond.
    await eventually(
      async () => (await sql("SELECT WHERE now() > $1", [time])).length === 1 && Date.now() > time.getTime(),
    );
  }

  /** Changes are processed up to the oldest open transaction on the server, which may belong to another test. */
  async function untilOthersEnded(): Promise<void> {
    const [{ xid } = { xid: "0" }] = await sql<{ xid: string }>("SELECT pg_current_xact_id()::text AS xid");
    const passed = "SELECT WHERE pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8";
    await eventually(async () => (await sql(passed, [xid])).length === 1);
  }

  return {
    ctx,
    workspaceId,
    /** Reported changes: workspace and kind of object. */
    hints,
    addWorkspace,
    sql,
    asWorkspace,
    setClock(time: Date | undefined) {
      now = time;
    },
    /** Writes a product like the catalog: with the next version and its event. */
    async put(sku: string, change: Record<string, unknown> = {}, deleted = false): Promise<void> {
      const stored = (await readProducts(db, binding, [sku])).get(sku);
      const version = (stored?.version ?? 0) + 1;
      const at = clock.now();
      const given: Record<string, unknown> = { ...PRODUCT, sku, ...change };
      const doc = JSON.stringify({ ...given, version, updated_at: at.toISOString() });
      await writeProducts(db, {
        binding,
        now: at,
        atomic: true,
        changes: [
          {
            sku,
            id: stored?.id ?? newId("prod"),
            expectedVersion: stored?.version ?? 0,
            version,
            deleted,
            doc,
            status: String(given.status),
            availability: String(given.availability),
            brand: String(given.brand),
            contentHash: hash("sha256", doc),
            createdAt: at,
            traceparent: null,
            previous: "{}",
            growth: { products: 0, bytes: 0 },
            eventId: newId("evt"),
            eventType: stored ? "product.updated" : "product.created",
            ...(deleted && { eventType: "product.deleted" }),
          },
        ],
      });
    },
    /** Inserts many products at once, without events. */
    async fill(count: number): Promise<void> {
      await asWorkspace(
        `INSERT INTO products (workspace_id, sku, id, version, status, availability, brand, content_hash, doc, created_at, updated_at)
         SELECT $1, 'F-' || to_char(n, 'FM000000'), n::text, 1, 'active', 'in_stock', 'Acme', '',
                json_build_object('sku', 'F-' || to_char(n, 'FM000000'))::jsonb || $2::jsonb, now(), now()
         FROM generate_series(1, $3::int) AS n`,
        [workspaceId, JSON.stringify(PRODUCT), count],
      );
    },
    async addChannel(given: NewChannel = {}, owner = workspaceId): Promise<string> {
      const id = newId("ch");
      const { profile = "generic", status = "active", market = MARKET, defaults = {}, rules = [] } = given;
      const { selection = { filters: {}, include_skus: [], exclude_skus: [] } } = given;
      const json = [market, defaults, selection, rules].map((value) => JSON.stringify(value));
      await asWorkspace(
        `INSERT INTO channels (workspace_id, id, name, profile, status, market, defaults, selection, rules, created_at, updated_at)
         VALUES ($1, $2, 'Channel', $3, $4, $5, $6, $7, $8, $9, $9)`,
        [owner, id, profile, status, ...json, clock.now()],
        owner,
      );
      return id;
    },
    untilPast,
    untilOthersEnded,
    /** Runs steps until one finds no work; returns how many there were. */
    async keep(keeper = createListingUpdater(ctx)): Promise<number> {
      await untilPast();
      await untilOthersEnded();
      for (let rounds = 1; rounds <= ROUNDS_MAX; rounds += 1) {
        const found = [await keeper.updateChanged(), await keeper.advanceWalks()];
        if (!found.includes(true)) return rounds;
      }
      throw new Error("the listing updater does not finish");
    },
    listings: (channelId: string) =>
      sql<StoredListing>("SELECT * FROM listings WHERE channel_id = $1 ORDER BY sku", [channelId]),
    async close(): Promise<void> {
      await db.close();
      await database.drop();
    },
  };
}

const MARKET = { country: "US", currency: "USD", language: "en" };

const PRODUCT = {
  title: "Red tee",
  description: "Soft.",
  brand: "Acme",
  availability: "in_stock",
  condition: "new",
  url: "https://shop.example.com/p",
  image_url: "https://img.example.com/1.jpg",
  status: "active",
  price_amount: 19.9,
  price_currency: "USD",
};
