import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addChecks } from "@skucast/app-kit/add-checks";
import { openOrigin } from "@skucast/app-kit/open-origin";
import { openResources } from "@skucast/app-kit/resources";
import { newId } from "@skucast/contracts/ids";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { newKeyringText } from "@skucast/credentials/keyring";
import { hashToken, newToken } from "@skucast/credentials/token";
import { insertApiKey } from "@skucast/db/api-keys/insert-api-key";
import type { Database } from "@skucast/db/database";
import { openTestDb, type TestDb } from "@skucast/db/testing/open-test-db";
import { createLogger } from "@skucast/service-kit/logger";
import { groupServices } from "@skucast/service-kit/service";
import type { TestDatabase } from "@skucast/testkit/create-test-database";
import { startTcpProxy, type TcpProxy } from "@skucast/testkit/tcp-proxy";
import { createCatalogApi } from "../app.js";
import { catalogApiSettings } from "../config.js";
import { assertDocumented } from "./assert-documented.js";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; undefined if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read JSON of any shape
  readonly json: any;
}

export interface Ask {
  readonly token?: string;
  /** Sent as JSON; a string or buffer is sent unchanged. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The REST API on a free port with the embedded bus, called over HTTP. */
export interface ApiFixture {
  readonly origin: string;
  readonly db: Database;
  /** Sees every row of the database. */
  readonly superuser: TestDb["superuser"];
  readonly filesDir: string;
  /** The network between the API and its database. */
  readonly network: TcpProxy;
  /** The log lines so far. */
  readonly log: readonly string[];
  /**
   * Sends a request, by default with the first workspace's key. The path is relative to the API's base path, or absolute if
   * it starts with `//`. Fails for an undocumented response of the API.
   */
  ask(method: string, path: string, ask?: Ask): Promise<Answer>;
  newWorkspace(): Promise<{ readonly id: string; readonly token: string }>;
  readonly workspace: { readonly id: string; readonly token: string };
  /** Lets the process finish its work, as on SIGTERM. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

/** `prepare` receives the database before anything connects to it. */
export async function openApiFixture(
  environment: Record<string, string> = {},
  prepare?: (database: TestDatabase) => Promise<void>,
): Promise<ApiFixture> {
  const { db, superuser, appUrl, close: closeDb } = await openTestDb(prepare);
  const url = new URL(appUrl);
  const network = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
  url.hostname = "127.0.0.1";
  url.port = String(network.port);
  const filesDir = mkdtempSync(join(tmpdir(), "skucast-api-"));
  const settings = catalogApiSettings.parse({
    PORT: "0",
    HOST: "127.0.0.1",
    DATABASE_URL: url.href,
    SKUCAST_ENCRYPTION_KEYS: newKeyringText(),
    SKUCAST_FILES_DIR: filesDir,
    SKUCAST_REQUESTS_PER_MINUTE: "10000000",
    SKUCAST_REVOCATION_PROBE: "0s",
    SKUCAST_DIRECTORY_PROOF: "optional",
    ...environment,
  });
  const log: string[] = [];
  const logger = createLogger({
    service: "api-test",
    level: "info",
    destination: { write: (line) => void log.push(line) },
  });
  const { resources, health, close } = await openResources("api-test", settings, logger);
  const app = createCatalogApi(settings, resources);
  addChecks(health, [app], resources);
  const server = openOrigin(settings, [app], { health, logger, metrics: resources.metrics });
  const shared = { name: "resources", start: async () => {}, drain: async () => {}, stop: close };
  const process = groupServices("api-test", [shared, app, server]);
  await process.start();
  const newWorkspace = async () => {
    const id = newId("ws");
    const token = newToken("sk");
    await db.system.query("INSERT INTO workspaces (id, name) VALUES ($1, 'Test')", [id]);
    const key = {
      workspaceId: id,
      id: newId("key"),
      name: "k",
      secretHash: hashToken(token),
      lastFour: token.slice(-4),
    };
    await insertApiKey(db, key);
    return { id, token };
  };
  const workspace = await newWorkspace();
  const origin = `http://127.0.0.1:${server.port}`;
  return {
    origin,
    db,
    superuser,
    filesDir,
    network,
    log,
    newWorkspace,
    workspace,
    ask: async (method, path, { token = workspace.token, ...more } = {}) => {
      if (path.startsWith("//")) return send(`${origin}${path.slice(1)}`, method, { token, ...more });
      const url = new URL(`${origin}${API_BASE_PATH}${path}`);
      const answer = await send(url.href, method, { token, ...more });
      // A URL has no segments `.` and `..`, so the path may be that of another operation, or of none.
      if (url.pathname.startsWith(API_BASE_PATH))
        assertDocumented(method, `${url.pathname.slice(API_BASE_PATH.length)}${url.search}`, answer);
      return answer;
    },
    drain: process.drain,
    close: async () => {
      await process.stop();
      await network.close();
      await closeDb();
      rmSync(filesDir, { recursive: true });
    },
  };
}

async function send(url: string, method: string, { token, body, headers = {} }: Ask): Promise<Answer> {
  const isRaw = typeof body === "string" || body instanceof Uint8Array;
  const response = await fetch(url, {
    method,
    redirect: "manual",
    headers: {
      ...(token !== "" && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: isRaw ? (body as string) : JSON.stringify(body) }),
    signal: AbortSignal.timeout(120_000),
  });
  const text = await textOf(response);
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

async function textOf(response: Response): Promise<string> {
  if (!response.headers.get("Content-Type")?.startsWith("text/event-stream")) return response.text();
  // A stream of events ends only with its reader.
  await response.body?.cancel();
  return "";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
