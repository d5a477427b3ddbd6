import type { Credentials } from "@skucast/app-kit/credentials";
import { openOrigin } from "@skucast/app-kit/open-origin";
import { openResources, type Resources } from "@skucast/app-kit/resources";
import { createChannel } from "@skucast/catalog/channels/create-channel";
import { createFeed } from "@skucast/catalog/feeds/create-feed";
import { upsertProduct } from "@skucast/catalog/products/upsert-product";
import { startRun } from "@skucast/catalog/runs/start-run";
import { channelCreateSchema } from "@skucast/contracts/channels/channel";
import { feedCreateSchema } from "@skucast/contracts/feeds/feed";
import { newId } from "@skucast/contracts/ids";
import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import { productBodySchema } from "@skucast/contracts/products/product";
import { PERMISSIONS_OF_ROLE, type Role } from "@skucast/contracts/roles";
import { SCOPES, type Scope } from "@skucast/contracts/scopes";
import { newKeyringText } from "@skucast/credentials/keyring";
import { newToken } from "@skucast/credentials/token";
import { openDatabase } from "@skucast/db/database";
import { type ProductPlace, refreshSearch } from "@skucast/db/products/refresh-search";
import { createRawRouter } from "@skucast/http-kit/raw-router";
import { createLogger } from "@skucast/service-kit/logger";
import { createTestDatabase } from "@skucast/testkit/create-test-database";
import { mcpGatewaySettings } from "../config.js";
import { createContext, type McpContext } from "../context.js";
import { createMcpEndpoint, type McpEndpoint, type ServerOverride } from "../endpoint/mcp-endpoint.js";
import { createPublicEndpoint } from "../endpoint/public-endpoint.js";
import { createIconHandler } from "../endpoint/serve-icons.js";
import { ICONS_PATH } from "../server/server-info.js";
import { PUBLIC_SURFACE, WORKSPACE_SURFACE } from "../surface.js";
import type { Tool } from "../tools/define-tool.js";
import { TOOLS } from "../tools.js";
import { refreshPublicSearch } from "./refresh-public-search.js";

/** The MCP endpoint behind a real HTTP server with its own database. The test creates and revokes credentials. */
export interface GatewayFixture {
  readonly url: string;
  readonly publicUrl: string;
  readonly origin: string;
  readonly ctx: McpContext;
  readonly resources: Resources;
  readonly endpoint: McpEndpoint;
  /** Log lines so far. */
  readonly log: readonly string[];
  /** Updates the search words of all products, as the events would shortly after. */
  settleSearch(): Promise<void>;
  /** Locks the products table until the lock is released. */
  lockProducts(): Promise<ProductsLock>;
  newWorkspace(): Promise<string>;
  /** Creates a token for the principal. */
  letIn(principal: Principal): string;
  keyOf(workspaceId: string, scopes?: readonly Scope[]): string;
  appOf(workspaceId: string, scopes?: readonly Scope[], role?: Role): string;
  /** Revokes the token and notifies the listeners of its subjects. */
  revoke(token: string): void;
  /** A second server with the same database, as another process would have. */
  openReplica(): Promise<{ readonly url: string; close(): Promise<void> }>;
  /** Number of current revocation listeners. */
  listening(): number;
  close(): Promise<void>;
}

export interface ProductsLock {
  /** Number of statements that wait for the lock. */
  waiting(): Promise<number>;
  letGo(): Promise<void>;
}

interface Options {
  readonly settings?: Record<string, string>;
  readonly tools?: readonly Tool[];
  readonly other?: ServerOverride;
}

export async function openGatewayFixture({
  settings: given = {},
  tools = TOOLS,
  other,
}: Options = {}): Promise<GatewayFixture> {
  const database = await createTestDatabase();
  const settings = mcpGatewaySettings.parse({
    PORT: "0",
    HOST: "127.0.0.1",
    DATABASE_URL: database.appUrl,
    SKUCAST_ENCRYPTION_KEYS: newKeyringText(),
    SKUCAST_DIRECTORY_PROOF: "optional",
    ...given,
  });
  const log: string[] = [];
  const destination = { write: (line: string) => void log.push(line) };
  const logger = createLogger({ service: "mcp-test", level: "info", destination });
  const { resources, health, close } = await openResources("mcp-test", settings, logger);
  const credentials = createFakeCredentials(resources.credentials);
  const ctx = { ...createContext(settings, resources), credentials };
  const surface = { ...WORKSPACE_SURFACE, tools };
  const open = async () => {
    const endpoint = createMcpEndpoint(ctx, surface, other);
    const visitors = createPublicEndpoint(ctx, PUBLIC_SURFACE);
    const mounts = [
      { path: "/mcp", router: createRawRouter({ tracer: "mcp-test", handle: endpoint.handle }) },
      { path: "/mcp/public", router: createRawRouter({ tracer: "mcp-test", handle: visitors.handle }) },
      { path: ICONS_PATH, router: createRawRouter({ tracer: "mcp-test", handle: createIconHandler() }) },
    ];
    const server = openOrigin(settings, [{ mounts }], { health, logger, metrics: resources.metrics });
    await server.start();
    const stop = async () => {
      await Promise.all([endpoint.close(), visitors.close()]);
      await server.stop();
    };
    return { endpoint, origin: `http://127.0.0.1:${server.port}`, close: stop };
  };
  const { endpoint, origin, close: stop } = await open();
  return {
    url: `${origin}/mcp`,
    publicUrl: `${origin}/mcp/public`,
    origin,
    ctx,
    resources,
    endpoint,
    log,
    settleSearch: async () => {
      const sql = 'SELECT workspace_id AS "workspaceId", sku FROM products';
      const { rows } = await resources.db.system.query<ProductPlace>(sql);
      await refreshSearch(resources.db, rows);
      await refreshPublicSearch(ctx);
    },
    lockProducts: () => lockProducts(database.superuserUrl),
    newWorkspace: async () => {
      const id = newId("ws");
      const { system } = resources.db;
      await system.query("INSERT INTO workspaces (id, name) VALUES ($1, 'Test')", [id]);
      // Apps act for this user, whose role in the database decides what they may see.
      const userId = userOf(id);
      await system.query("INSERT INTO users (id, email, password_hash) VALUES ($1, $1, '')", [userId]);
      await system.query("INSERT INTO memberships (workspace_id, user_id, role) VALUES ($1, $2, 'owner')", [
        id,
        userId,
      ]);
      return id;
    },
    ...credentials,
    openReplica: async () => {
      const replica = await open();
      return { url: `${replica.origin}/mcp`, close: replica.close };
    },
    close: async () => {
      await stop();
      await close();
      await database.drop();
    },
  };
}

async function lockProducts(superuserUrl: string): Promise<ProductsLock> {
  const db = openDatabase({ url: superuserUrl });
  const client = await db.app.connect();
  await client.query("BEGIN; SET LOCAL ROLE NONE; LOCK TABLE products");
  return {
    waiting: async () => {
      const sql = "SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted AND relation = 'products'::regclass";
      return (await client.query<{ n: number }>(sql)).rows[0]?.n ?? 0;
    },
    letGo: async () => {
      await client.query("ROLLBACK");
      client.release();
      await db.close();
    },
  };
}

/** The id of the workspace's user. */
const userOf = (workspaceId: string): string => workspaceId.replace("ws_", "usr_");

const KIND_OF = { api_key: "sk", oauth: "at", user: "ss", system: "sk" } as const;

function createFakeCredentials({ explainRejection }: Pick<Credentials, "explainRejection">) {
  const principals = new Map<string, Principal>();
  const watchers = new Set<{ subjects: readonly string[]; revoked: () => void }>();
  const letIn = (principal: Principal): string => {
    const token = newToken(KIND_OF[principal.kind]);
    principals.set(token, principal);
    return token;
  };
  return {
    explainRejection,
    verify: async (token: string) => {
      const principal = principals.get(token) ?? null;
      // As the real one does for a signed-in user without a workspace.
      if (principal?.kind === "user") throw new Problem("forbidden", "You are not a member of a workspace.");
      return principal;
    },
    onRevoked: (subjects: readonly string[], revoked: () => void) => {
      const watcher = { subjects, revoked };
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    letIn,
    keyOf: (workspaceId: string, scopes: readonly Scope[] = SCOPES) =>
      letIn({ kind: "api_key", keyId: newId("key"), workspaceId, scopes: new Set(scopes) }),
    appOf: (workspaceId: string, scopes: readonly Scope[] = SCOPES, role: Role = "owner") => {
      const ids = { userId: userOf(workspaceId), clientId: "app", grantId: newId("grt") };
      const may = { scopes: new Set(scopes), allowedByRole: PERMISSIONS_OF_ROLE[role] };
      return letIn({ kind: "oauth", ...ids, workspaceId, ...may });
    },
    revoke: (token: string) => {
      const principal = principals.get(token);
      principals.delete(token);
      const subject =
        principal?.kind === "oauth" ? principal.grantId : principal?.kind === "api_key" && principal.keyId;
      for (const { subjects, revoked } of watchers) if (subject && subjects.includes(subject)) revoked();
    },
    listening: () => watchers.size,
  };
}

/** Adds a product, a channel with many SKUs, a feed and a run to a workspace. */
export async function fillWorkspace({ ctx }: GatewayFixture, workspaceId: string) {
  const principal: Principal = { kind: "system", workspaceId, scopes: new Set(SCOPES) };
  const call = { ctx: ctx.catalog, principal };
  const body = productBodySchema.parse({
    title: "Red tee",
    price_amount: 19.9,
    price_currency: "EUR",
    availability: "in_stock",
    custom_attributes: Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`long_${n}`, "x".repeat(9_000)])),
  });
  await upsertProduct({ ...call, input: { sku: "TEE-RED-M", body, mode: "merge" } });
  const channel = await createChannel({
    ...call,
    input: {
      channel: channelCreateSchema.parse({
        name: "Shop",
        market: { country: "DE", currency: "EUR", language: "de" },
        selection: { exclude_skus: ["A", "B"] },
      }),
    },
  });
  const feed = await createFeed({
    ...call,
    input: { feed: feedCreateSchema.parse({ channel_id: channel.id, name: "Feed" }) },
  });
  const run = await startRun({ ...call, input: { feedId: feed.id } });
  return { channelId: channel.id, feedId: feed.id, runId: run.id };
}
