import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createProductQuota } from "@skucast/catalog/quotas/product-quota";
import { type CatalogQuotas, DEFAULT_QUOTAS } from "@skucast/catalog/quotas/quotas";
import { newId } from "@skucast/contracts/ids";
import { type Import, type ImportError, type ImportOptions, importQuery } from "@skucast/contracts/imports/import";
import { LIMITS } from "@skucast/contracts/limits";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { newKeyringText, parseKeyring } from "@skucast/credentials/keyring";
import { inWorkspace, openDatabase } from "@skucast/db/database";
import { openEmbeddedBus } from "@skucast/events/embedded-bus";
import { planImport } from "@skucast/imports/plan-import";
import { unwrapWorkbook } from "@skucast/imports/unwrap-workbook";
import { createLogger } from "@skucast/service-kit/logger";
import { createMetrics } from "@skucast/service-kit/metrics";
import { createTurns } from "@skucast/service-kit/turns";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";
import { createTestDatabase } from "@skucast/testkit/create-test-database";
import { eventually } from "@skucast/testkit/eventually";
import { createApp } from "../app.js";
import type { ImporterContext, ImportSettings } from "../context.js";

export type StoredImport = Pick<Import, "id" | "status" | "counts" | "error"> & {
  error_count: number;
  upload: string | null;
  version: string;
  started_at: Date | null;
  finished_at: Date | null;
  lease_owner: string | null;
};

export interface StoredProduct {
  readonly sku: string;
  readonly version: number;
  readonly status: string;
  readonly deleted: boolean;
  readonly doc: Record<string, unknown>;
}

/** How a file is uploaded: options as in the query of POST /imports, the workspace and the actor. */
export interface Upload extends Partial<Record<keyof ImportOptions, string>> {
  readonly workspaceId?: string;
  readonly actor?: string;
}

export type ImporterFixture = Awaited<ReturnType<typeof openImporterFixture>>;

/** A database, a bus and a folder for uploads, with no importer running yet. One per test file. */
export async function openImporterFixture(settings: Partial<ImportSettings> = {}, quotas: Partial<CatalogQuotas> = {}) {
  const database = await createTestDatabase();
  const db = openDatabase({ url: database.appUrl, name: "importer test" });
  const uploadsDir = join(mkdtempSync(join(tmpdir(), "skucast-uploads-")), "uploads");
  mkdirSync(uploadsDir);
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const logger = createLogger({ service: "importer", level: "info", destination });
  const metrics = createMetrics({ service: "importer" });
  const bus = openEmbeddedBus({ db, logger, metrics });
  const clock = { now: () => new Date() };
  const ctx: ImporterContext = {
    settings: {
      uploadsDir,
      importsMax: 2,
      fetchesMax: 4,
      fetchStallMs: 60_000,
      fetchTimeoutMs: 240_000,
      fetchPace: { windowMs: LIMITS.sourceWindowMs, bytesPerSecondMin: LIMITS.sourceBytesPerSecondMin },
      fileBytesMax: LIMITS.importBytesMax,
      rowsMax: 100_000,
      batchRows: 50,
      pollIntervalMs: 20,
      leaseMs: 30_000,
      importsKeptMs: 90 * 86_400_000,
      isMailing: true,
      ...settings,
    },
    db,
    bus,
    hints: { note: () => {} },
    clock,
    turns: createTurns(),
    productQuota: createProductQuota({ db, clock, quotas: { ...DEFAULT_QUOTAS, ...quotas } }),
    logger,
    metrics,
    keyring: parseKeyring(newKeyringText()),
    guard: createTargetGuard({ allow: parseAllowList("127.0.0.1") }),
  };
  const apps = new Set<ReturnType<typeof createApp>>();
  const query = async <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await db.system.query<Row>(sql, values)).rows;
  const newWorkspace = async () => {
    const id = newId("ws");
    await query("INSERT INTO workspaces (id, name) VALUES ($1, 'Acme')", [id]);
    return id;
  };
  const workspaceId = await newWorkspace();
  const read = async (id: string): Promise<StoredImport> => {
    const [row] = await query<StoredImport>("SELECT * FROM imports WHERE id = $1", [id]);
    if (!row) throw new Error("there is no such import");
    return row;
  };

  return {
    ctx,
    lines,
    workspaceId,
    newWorkspace,
    query,
    read,
    uploads: () => readdirSync(uploadsDir),
    async startApp(overrides: Partial<ImporterContext> = {}) {
      const app = createApp({ ...ctx, ...overrides });
      await app.start();
      apps.add(app);
      return app;
    },
    /** Stores a file as catalog-api does and queues its import. */
    async send(content: string | Uint8Array, { workspaceId: into = workspaceId, actor = "*", ...sent }: Upload = {}) {
      const id = newId("imp");
      const name = newId("req");
      writeFileSync(join(uploadsDir, name), content);
      await unwrapWorkbook(join(uploadsDir, name));
      const options = importQuery.parse(sent);
      const { plan, columns } = await planImport(join(uploadsDir, name), { mediaType: null, options });
      const row = [
        into,
        id,
        options.mode,
        options.missing,
        options.max_removal_percent,
        options.validate_only,
        actor,
        name,
        content.length,
        JSON.stringify(plan),
        JSON.stringify(columns),
      ];
      const insert = `INSERT INTO imports (workspace_id, id, status, mode, missing, max_removal_percent, validate_only, actor, upload,
           bytes_total, plan, columns, created_at, updated_at)
         VALUES ($1, $2, 'queued', $3, $4, $5, $6, $7, $8, $9, $10, $11, now(), now())`;
      await inWorkspace(db, wholeWorkspace(into), (client) => client.query(insert, row));
      return id;
    },
    finished: (id: string) =>
      eventually(async () => {
        const row = await read(id);
        return row.finished_at !== null && row;
      }),
    /** Resolves when the import no longer exists. */
    gone: (id: string) => eventually(async () => (await query("SELECT FROM imports WHERE id = $1", [id])).length === 0),
    async products(into = workspaceId): Promise<StoredProduct[]> {
      const rows = await query<{ doc: string } & Omit<StoredProduct, "doc">>(
        `SELECT sku, version::int, status, deleted_at IS NOT NULL AS deleted, doc FROM products
         WHERE workspace_id = $1 ORDER BY sku`,
        [into],
      );
      return rows.map((row) => ({ ...row, doc: JSON.parse(row.doc) }));
    },
    errors: (id: string) =>
      query<ImportError>(
        `SELECT line, sku, pointer, code, message, severity, value, column_name AS "column" FROM import_errors
         WHERE import_id = $1 ORDER BY line, number`,
        [id],
      ),
    productMakers: async (into = workspaceId) =>
      (
        await query<{ maker: unknown }>(
          "SELECT DISTINCT data::jsonb->'changed_by' AS maker FROM events WHERE workspace_id = $1 AND type LIKE 'product.%'",
          [into],
        )
      ).map(({ maker }) => maker),
    eventTypes: async (into = workspaceId) =>
      (await query<{ type: string }>("SELECT type FROM events WHERE workspace_id = $1 ORDER BY id", [into])).map(
        ({ type }) => type,
      ),
    async stopApps(): Promise<void> {
      for (const app of apps) await app.stop();
      apps.clear();
    },
    async close(): Promise<void> {
      for (const app of apps) await app.stop();
      await bus.close();
      await db.close();
      await database.drop();
      rmSync(join(uploadsDir, ".."), { recursive: true, force: true });
    },
  };
}

const HEADER = "sku,title,price,availability,brand";

/** A CSV file of products, one for each SKU. */
export const csvOf = (skus: readonly string[], { price = "19.90 USD", brand = "Acme" } = {}): string =>
  `${HEADER}\n${skus.map((sku) => `${sku},Title of ${sku},${price},in stock,${brand}\n`).join("")}`;

export const skus = (count: number, prefix = "S"): string[] =>
  Array.from({ length: count }, (_, i) => `${prefix}-${String(i).padStart(5, "0")}`);
