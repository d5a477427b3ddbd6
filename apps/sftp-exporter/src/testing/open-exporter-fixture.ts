import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Channel } from "@skucast/contracts/channels/channel";
import type { UploadCheck, UploadStrategy } from "@skucast/contracts/destinations/destination";
import type { DestinationType } from "@skucast/contracts/destinations/destination-types";
import type { Feed } from "@skucast/contracts/feeds/feed";
import type { Guards } from "@skucast/contracts/feeds/guards";
import { newId } from "@skucast/contracts/ids";
import { priceText } from "@skucast/contracts/money";
import { wholeWorkspace } from "@skucast/contracts/principal";
import type { Run } from "@skucast/contracts/runs/run";
import { newKeyringText, parseKeyring } from "@skucast/credentials/keyring";
import { sealSecret } from "@skucast/credentials/seal";
import { type Database, inWorkspace, openDatabase } from "@skucast/db/database";
import { openEmbeddedBus } from "@skucast/events/embedded-bus";
import type { FileStore } from "@skucast/file-store/file-store";
import { createLocalStore } from "@skucast/file-store/local-store";
import { createLogger } from "@skucast/service-kit/logger";
import { createMetrics } from "@skucast/service-kit/metrics";
import type { SftpAuth } from "@skucast/sftp/sftp-target";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";
import { createTestDatabase } from "@skucast/testkit/create-test-database";
import type { SshServer } from "@skucast/testkit/start-ssh-server";
import { createApp } from "../app.js";
import type { ExporterContext, ExporterSettings } from "../context.js";

export interface NewDestination {
  readonly host?: string;
  readonly port: number;
  readonly username?: string;
  readonly type?: DestinationType;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly auth?:
    | SftpAuth
    | { readonly type: "access_key" | "basic" | "bearer" | "none"; readonly [secret: string]: unknown };
  readonly hostKeys?: readonly string[];
  readonly path?: string;
  readonly strategy?: UploadStrategy;
  readonly verify?: UploadCheck;
  readonly removeStale?: boolean;
  readonly connectionsMax?: number;
}

export interface NewFeed
  extends Partial<Pick<Feed, "format" | "compression" | "file_name" | "shards" | "coverage" | "columns" | "schedule">> {
  /** Missing guards have their defaults. */
  readonly guards?: Partial<Guards>;
  readonly channel?: Partial<Pick<Channel, "profile" | "market" | "defaults" | "selection" | "rules">>;
  readonly destinations?: readonly string[];
  readonly nextRunAt?: Date;
}

export type StoredRun = Omit<Run, "business_date" | "files_kept" | "created_at" | "started_at" | "finished_at"> & {
  business_date: string | null;
  finished_at: Date | null;
  files_deleted_at: Date | null;
  lease_owner: string | null;
};

export type ExporterFixture = Awaited<ReturnType<typeof openExporterFixture>>;

/**
 * A database, a bus, a settable clock and a folder for files (or another store), with no exporter running yet. One
 * per test file.
 */
export async function openExporterFixture(settings: Partial<ExporterSettings> = {}, files?: FileStore) {
  const database = await createTestDatabase();
  const db = openDatabase({ url: database.appUrl, name: "sftp-exporter test" });
  const filesDir = mkdtempSync(join(tmpdir(), "skucast-files-"));
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const logger = createLogger({ service: "sftp-exporter", level: "info", destination });
  const metrics = createMetrics({ service: "sftp-exporter" });
  const bus = openEmbeddedBus({ db, logger, metrics });
  let now: Date | undefined;
  let queuedAtMs = 0;
  const ctx: ExporterContext = {
    settings: {
      runsMax: 2,
      readBackBytesMax: 64_000_000,
      isMailing: false,
      pollIntervalMs: 20,
      scheduleSpreadMs: 0,
      leaseMs: 30_000,
      runFilesKept: 14,
      runsKeptMs: 90 * 86_400_000,
      retryDelayMs: 10,
      stallTimeoutMs: 60_000,
      ...settings,
    },
    db,
    files: files ?? createLocalStore(filesDir),
    bus,
    hints: { note: () => {} },
    keyring: parseKeyring(newKeyringText()),
    guard: createTargetGuard({ allow: parseAllowList("127.0.0.1") }),
    clock: { now: () => now ?? new Date() },
    logger,
    metrics,
  };
  const workspaceId = newId("ws");
  await db.system.query("INSERT INTO workspaces (id, name) VALUES ($1, 'Acme')", [workspaceId]);
  const apps = new Set<ReturnType<typeof createApp>>();

  return {
    ctx,
    filesDir,
    /** For an exporter in a separate process. */
    databaseUrl: database.appUrl,
    lines,
    workspaceId,
    setClock(time: string | undefined) {
      now = time === undefined ? undefined : new Date(time);
    },
    async startApp(overrides: Partial<ExporterContext> = {}) {
      const app = createApp({ ...ctx, ...overrides });
      await app.start();
      apps.add(app);
      return app;
    },
    changeProducts: (sql: string, values: unknown[] = []) =>
      inWorkspace(db, wholeWorkspace(workspaceId), (client) => client.query(sql, values)),
    addProducts: (products: readonly Record<string, unknown>[]) => insertProducts(db, workspaceId, products),
    addDestination: (server: SshServer | undefined, given: Partial<NewDestination> = {}) =>
      insertDestination(ctx, workspaceId, {
        port: server?.port ?? 22,
        ...(server && { username: server.username, hostKeys: [server.hostKeySha256], path: server.root }),
        ...(server && { auth: { type: "public_key", private_key: server.privateKey } as const }),
        ...given,
      }),
    addFeed: (feed: NewFeed = {}) => insertFeed(db, workspaceId, feed),
    async queueRun(feedId: string, coverage?: "full"): Promise<string> {
      // Ids from the same millisecond have no order, and runs are claimed in the order of their ids.
      queuedAtMs = Math.max(Date.now(), queuedAtMs + 1);
      const id = newId("run", queuedAtMs);
      await db.system.query(
        `INSERT INTO runs (workspace_id, id, feed_id, status, trigger, coverage, created_at, updated_at)
         VALUES ($1, $2, $3, 'queued', 'manual', $4, now(), now())`,
        [workspaceId, id, feedId, coverage],
      );
      return id;
    },
    async run(id: string): Promise<StoredRun> {
      const [row] = await query<StoredRun>("SELECT *, business_date::text AS business_date FROM runs WHERE id = $1", [
        id,
      ]);
      if (!row) throw new Error("there is no such run");
      return row;
    },
    events: (objectId: string) =>
      query<{ type: string; sequence: string; data: string }>(
        "SELECT type, sequence, data FROM events WHERE object_id = $1 ORDER BY sequence",
        [objectId],
      ),
    query,
    async stopApps(): Promise<void> {
      for (const app of apps) await app.stop();
      apps.clear();
    },
    async close(): Promise<void> {
      for (const app of apps) await app.stop();
      await bus.close();
      await db.close();
      await database.drop();
      rmSync(filesDir, { recursive: true, force: true });
    },
  };

  async function query<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await db.system.query<Row>(sql, values)).rows;
  }
}

/** A complete product, valid for every profile. */
export const product = (sku: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  sku,
  title: `Title of ${sku}`,
  description: "Soft, warm and blue.",
  url: `https://shop.example.com/p/${encodeURIComponent(sku)}`,
  image_url: "https://img.example.com/1.jpg",
  brand: "Acme",
  availability: "in_stock",
  condition: "new",
  price_amount: 19.9,
  price_currency: "USD",
  status: "active",
  ...more,
});

async function insertProducts(db: Database, workspaceId: string, products: readonly Record<string, unknown>[]) {
  const docs = products.map((given) => ({
    ...given,
    price: priceText(Number(given.price_amount), String(given.price_currency)),
    version: 1,
  }));
  const column = (name: string) => docs.map((doc) => (doc as Record<string, unknown>)[name] ?? null);
  await inWorkspace(db, wholeWorkspace(workspaceId), (client) =>
    client.query(
      `INSERT INTO products (workspace_id, sku, id, version, status, availability, brand, content_hash, doc, created_at, updated_at)
       SELECT $1, sku, 'prod_' || sku, 1, status, availability, brand, '\\x00', doc, now(), now()
       FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) AS given (sku, status, availability, brand, doc)`,
      [
        workspaceId,
        column("sku"),
        column("status"),
        column("availability"),
        column("brand"),
        docs.map((doc) => JSON.stringify(doc)),
      ],
    ),
  );
}

async function insertDestination(ctx: ExporterContext, workspaceId: string, given: NewDestination): Promise<string> {
  const id = newId("dst");
  const auth = given.auth ?? { type: "password", password: "secret" };
  const sealed = sealSecret(ctx.keyring, JSON.stringify(auth), `${workspaceId}/${id}/auth`);
  const { host = "127.0.0.1", port, username = "partner", hostKeys = [], path = ".", strategy = "rename" } = given;
  const { verify = "content", removeStale = true, connectionsMax = 2 } = given;
  await inWorkspace(ctx.db, wholeWorkspace(workspaceId), (client) =>
    client.query(
      `INSERT INTO destinations (workspace_id, id, name, host, port, username, auth_type, auth_sealed, host_keys,
         path, strategy, verify, remove_stale, connections_max, type, options, created_at, updated_at)
       VALUES ($1, $2, 'Partner', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, now(), now())`,
      [
        workspaceId,
        id,
        host,
        port,
        username,
        auth.type,
        sealed,
        JSON.stringify(hostKeys),
        path,
        strategy,
        verify,
        removeStale,
        connectionsMax,
        given.type ?? "sftp",
        JSON.stringify(given.options ?? {}),
      ],
    ),
  );
  return id;
}

async function insertFeed(db: Database, workspaceId: string, feed: NewFeed): Promise<string> {
  const channelId = newId("ch");
  const id = newId("feed");
  const { profile = "generic", defaults = {}, rules = [] } = feed.channel ?? {};
  const market = feed.channel?.market ?? { country: "US", currency: "USD", language: "en" };
  const selection = feed.channel?.selection ?? { filters: {}, include_skus: [], exclude_skus: [] };
  const { format = "csv", compression = "none", schedule = null, destinations = [] } = feed;
  const deliveries = destinations.map((destination_id) => ({ type: "sftp_push", destination_id }));
  const [marketText, defaultsText, selectionText, rulesText, deliveriesText] = [
    market,
    defaults,
    selection,
    rules,
    deliveries,
  ].map((value) => JSON.stringify(value));
  await inWorkspace(db, wholeWorkspace(workspaceId), async (client) => {
    await client.query(
      `INSERT INTO channels (workspace_id, id, name, profile, status, market, defaults, selection, rules, created_at, updated_at)
       VALUES ($1, $2, 'Channel', $3, 'active', $4, $5, $6, $7, now(), now())`,
      [workspaceId, channelId, profile, marketText, defaultsText, selectionText, rulesText],
    );
    await client.query(
      `INSERT INTO feeds (workspace_id, id, channel_id, name, status, format, compression, file_name, shards, schedule,
         deliveries, next_run_at, guards, coverage, parquet_codec, archive, columns, created_at, updated_at)
       VALUES ($1, $2, $3, 'Feed', 'active', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, now(), now())`,
      [
        workspaceId,
        id,
        channelId,
        format,
        compression === "gzip" ? compression : "none",
        feed.file_name ?? "products.csv",
        feed.shards ?? 1,
        schedule && JSON.stringify(schedule),
        deliveriesText,
        feed.nextRunAt ?? null,
        JSON.stringify(feed.guards ?? {}),
        feed.coverage ?? "full",
        compression === "zstd" ? compression : null,
        compression === "zip" ? compression : null,
        feed.columns ? JSON.stringify(feed.columns) : null,
      ],
    );
  });
  return id;
}
