import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { LANGUAGES } from "@skucast/contracts/languages";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { newKeyringText } from "@skucast/credentials/keyring";
import { openDatabase } from "@skucast/db/database";
import { brokerNames, deadLetterQueue, QUEUES, TOPOLOGY } from "@skucast/events/topology";
import { urlOfDatabase } from "@skucast/testkit/cluster-address";
import { createTestBroker } from "@skucast/testkit/create-test-broker";
import { eventually } from "@skucast/testkit/eventually";
import { queryDatabase } from "@skucast/testkit/query-database";
import { type DebianPostgres, startDebianPostgres } from "@skucast/testkit/start-debian-postgres";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { apiClient } from "./api-client.js";
import { type AppProcess, startApp } from "./testing/start-app.js";

jest.setTimeout(300_000);

const DOCUMENTS = ["operations.md", "runbook.md"].map((name) =>
  readFileSync(fileURLToPath(new URL(`../../../docs/${name}`, import.meta.url)), "utf8"),
);
const PROGRAM = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const PATIENCE = { timeoutMs: 120_000 };
const product = { title: "T", price_amount: 1, price_currency: "USD", availability: "in_stock" };

/** Commands that other tests run, or that need a Docker daemon. The rest is run below. */
const ELSEWHERE = new Set([
  "cp infra/.env.example .env", // compose-file.test.ts
  "curl -i http://10.0.0.1:8008/primary", // HAProxy's check in infra/patroni, which the fault cases C1 to C3 use
  "docker compose up --build --wait",
  "docker compose run --rm skucast workspaces create --name Shop --email you@shop.example",
  "docker compose run --rm skucast keys create --name First --workspace ws_…",
  "docker compose run --rm skucast doctor",
  "docker compose exec sftp-partner ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub",
  "docker compose --profile observability up",
  "node /skucast/apps/standalone/dist/cli.js doctor", // image.soak.test.ts runs the command line of the image
  "GRANT pg_read_all_stats TO skucast_system", // doctor/replication.int.test.ts
  "kubectl --namespace skucast exec deploy/shop-sftp-exporter -- node /skucast/apps/standalone/dist/cli.js doctor",
  "kubectl --namespace skucast port-forward deploy/shop-catalog-api 8080",
  "node apps/<app>/dist/main.js", // apart.e2e.test.ts
  "npm start", // life.e2e.test.ts
  "npm run release:check", // it takes longer than all tests together
  "npm run test:image",
  "npm test",
  "npx -y pnpm@12.21.0 install --frozen-lockfile && npx -y pnpm@12.21.0 exec turbo run build", // the Dockerfile
  "patronictl -c /etc/patroni/patroni.yml list", // C3 runs patronictl with the same configuration
  "REVOKE TEMPORARY ON DATABASE … FROM PUBLIC", // migrate.ts runs it; functions.int.test.ts
]);
const COMMAND = /^(curl |docker (?!-)|kubectl |node |npm |npx |pg_\w+ -|psql |SELECT |UPDATE |GRANT |REVOKE |DELETE )/;
const executed = new Set<string>();

/** Every command and statement of the documents. */
function documented(): string[] {
  const all = DOCUMENTS.join("\n");
  const shell = [...all.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = ""]) => block.split("\n"));
  const spans = [...all.replaceAll(/```[\s\S]*?```/g, "").matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text);
  const lines = shell.map((line) => line.replace(/\s+#.*$/, "").trim()).filter((line) => line !== "");
  const inline = spans.map((text) => text.replaceAll(/\s+/g, " ")).filter((text) => COMMAND.test(text));
  return [...new Set([...lines, ...inline])];
}

/** Marks a command as run. Throws unless a document has it, word for word. */
function asDocumented(command: string): string {
  if (!documented().includes(command)) throw new Error(`no document contains: ${command}`);
  executed.add(command);
  return command;
}

const folder = mkdtempSync(join(tmpdir(), "skucast-operations-"));
const broker = createTestBroker();
const oldKeys = newKeyringText();
const processes = new Set<AppProcess>();
let postgres: DebianPostgres;
let sink: WebhookSink;
let env: Record<string, string>;
let apiKey = "";
let skuCount = 0;

beforeAll(async () => {
  postgres = await startDebianPostgres(["max_connections=200"]);
  sink = await startWebhookSink();
  env = {
    PATH: process.env.PATH ?? "",
    DATABASE_URL: postgres.appUrl,
    SKUCAST_FILES_DIR: join(folder, "files"),
    SKUCAST_UPLOADS_DIR: join(folder, "uploads"),
    SKUCAST_DATA_DIR: folder,
    SKUCAST_ENCRYPTION_KEYS: oldKeys,
    SKUCAST_ALLOW_TARGETS: "127.0.0.1",
    SKUCAST_SHUTDOWN_DELAY: "0s",
    SKUCAST_LOG_LEVEL: "fatal",
  };
  await skucast("npm run skucast -- migrate", { DATABASE_URL: postgres.ownerUrl });
  const made = await cli(["workspaces", "create", "--name", "Shop", "--email", "you@shop.example"]);
  const [workspaceId = ""] = /ws_\w+/.exec(made) ?? [];
  apiKey = await cli(["keys", "create", "--name", "First", "--workspace", workspaceId]);
});

afterAll(async () => {
  for (const { child } of processes) child.kill("SIGKILL");
  await sink.close();
  await postgres.stop();
  const names = brokerNames(broker.namespace);
  await broker.drop({
    queues: TOPOLOGY.flatMap((queue) => [queue, deadLetterQueue(queue)]).map(names.queue),
    exchanges: [names.exchanges.events, names.exchanges.work, names.deadExchange, names.broadcastExchange],
  });
  rmSync(folder, { recursive: true, force: true });
});

async function cli(args: readonly string[], more: Record<string, string> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args], {
    cwd: folder,
    env: { ...env, ...more },
  });
  return stdout.trim();
}

/** Runs a documented `npm run skucast -- …`, without building first. */
function skucast(command: string, more: Record<string, string> = {}): Promise<string> {
  const [, args = ""] = /^npm run (?:-s )?skucast -- (.+)$/.exec(asDocumented(command)) ?? [];
  return cli(args.split(" "), more);
}

async function start(app: "catalog-api" | "webhook-dispatcher"): Promise<AppProcess> {
  const started = await startApp(app, env);
  processes.add(started);
  await eventually(async () => (await started.readiness())?.status === 200, PATIENCE);
  return started;
}

async function stopAll(): Promise<void> {
  await Promise.all([...processes].map((app) => app.end()));
  processes.clear();
}

/** Writes a product and waits for its webhook. */
async function writeAndReceive(api: AppProcess): Promise<void> {
  skuCount += 1;
  const sku = `S-${skuCount}`;
  await apiClient(api.url, apiKey).call("POST", "/products", { ...product, sku });
  await sink.waitFor(({ body }) => JSON.parse(body.toString("utf8")).data.object.sku === sku);
}

test("rotating both kinds of keys as documented: everything runs meanwhile, and the former keys can be dropped", async () => {
  await start("webhook-dispatcher");
  const former = await start("catalog-api");
  const { call } = apiClient(former.url, apiKey);
  await call("POST", "/webhook-endpoints", { url: sink.url, event_types: ["product.created"] });
  await writeAndReceive(former);

  const pair = await skucast("npm run -s skucast -- encryption-keys create-pair");
  const [, privateKey = ""] = /^SKUCAST_WEBHOOK_KEYS=(.+)$/m.exec(pair) ?? [];
  const [, publicKey = ""] = /^SKUCAST_WEBHOOK_SEALING_KEY=(.+)$/m.exec(pair) ?? [];
  const newKeys = newKeyringText().replace(/^\w+:/, "k2:");
  env = {
    ...env,
    SKUCAST_ENCRYPTION_KEYS: `${newKeys},${oldKeys}`,
    SKUCAST_WEBHOOK_KEYS: privateKey,
    SKUCAST_WEBHOOK_SEALING_KEY: publicKey,
  };
  await start("webhook-dispatcher");
  await writeAndReceive(await start("catalog-api"));
  const output = await skucast("npm run skucast -- encryption-keys rotate");
  expect(output).toMatch(/webhook endpoints: 1 checked, 1 wrapped under the new key, 0 that no key opens/);
  await stopAll();

  env = { ...env, SKUCAST_ENCRYPTION_KEYS: newKeys };
  await start("webhook-dispatcher");
  await writeAndReceive(await start("catalog-api"));
});

test("the doctor finds no fault, and the statement finds a transaction that delays the event log", async () => {
  expect(await skucast("npm run -s skucast -- doctor")).not.toContain("✗");
  const db = openDatabase({ url: postgres.appUrl });
  const holder = await db.system.connect();
  await holder.query("BEGIN; SELECT pg_current_xact_id()");
  const find = asDocumented(
    "SELECT pid, datname, xact_start, query FROM pg_stat_activity WHERE backend_xid IS NOT NULL ORDER BY xact_start",
  );
  const found = await queryDatabase(postgres.superuserUrl, find);
  await holder.query("ROLLBACK");
  holder.release();
  await db.close();
  expect(found).toContainEqual(expect.objectContaining({ datname: "skucast", query: expect.stringMatching("BEGIN") }));
});

test("a process says what it needs, and the statement of the runbook lists runs in progress", async () => {
  const [api] = [...processes].slice(-1) as [AppProcess];
  const command = asDocumented("curl -s http://localhost:8080/readyz").replace("http://localhost:8080", api.url);
  const { stdout } = await promisify(execFile)("sh", ["-c", command]);
  expect(JSON.parse(stdout)).toMatchObject({ status: "ready" });
  const statement =
    "SELECT workspace_id, id, status, updated_at FROM runs WHERE status IN ('generating', 'delivering')";
  expect(await queryDatabase(urlOfDatabase(postgres.superuserUrl, "skucast"), asDocumented(statement))).toEqual([]);
});

test("the mails are previewed as documented, in every language, with links to the deployment", async () => {
  const printed = await skucast("npm run skucast -- mails preview FOLDER", {
    SKUCAST_PUBLIC_URL: "https://shop.example",
  });
  expect(printed).toContain(`in ${LANGUAGES.length} languages`);
  for (const language of LANGUAGES) {
    const place = join(folder, "FOLDER", language);
    const names = readdirSync(place);
    expect([language, names.length > 60, names.filter((name) => !/\.(html|txt)$/.test(name))]).toEqual([
      language,
      true,
      [],
    ]);
    const reset = names.find((name) => name.endsWith("-reset_password.txt")) ?? "";
    expect(readFileSync(join(place, reset), "utf8")).toContain("https://shop.example/reset-password/");
  }
});

test("a dead letter of the embedded bus is handled again after it was moved back", async () => {
  const [api] = [...processes].slice(-1) as [AppProcess];
  const dead = deadLetterQueue(QUEUES.webhookEvents).name;
  await apiClient(api.url, apiKey).call("POST", "/products", { ...product, sku: "DEAD" });
  await sink.waitFor(({ body }) => JSON.parse(body.toString("utf8")).data.object.sku === "DEAD");
  const superuser = urlOfDatabase(postgres.superuserUrl, "skucast");
  const insert = `INSERT INTO bus_messages (queue, id, routing_key, body) VALUES ('${dead}', 'm', 'product.created', '{}')`;
  await queryDatabase(superuser, insert);
  await queryDatabase(
    superuser,
    asDocumented(
      "UPDATE bus_messages SET queue = 'webhook-dispatcher.events' WHERE queue = 'webhook-dispatcher.events.dead'",
    ),
  );
  // It is no event, so the dispatcher, which has handled it, moves it to the dead letters again.
  await eventually(async () => {
    const [row] = await queryDatabase(superuser, "SELECT queue FROM bus_messages WHERE id = 'm'");
    return row?.queue === dead;
  }, PATIENCE);
  await queryDatabase(superuser, "DELETE FROM bus_messages WHERE id = 'm'");
});

test("the bus is changed as documented: what was written before and after arrives", async () => {
  const superuser = urlOfDatabase(postgres.superuserUrl, "skucast");
  await eventually(async () => {
    const waiting = await queryDatabase(superuser, "SELECT FROM outbox UNION ALL SELECT FROM bus_messages");
    return waiting.length === 0;
  }, PATIENCE);
  await stopAll();
  env = { ...env, AMQP_URL: broker.amqpUrl, SKUCAST_BUS_NAMESPACE: broker.namespace };
  await start("webhook-dispatcher");
  await writeAndReceive(await start("catalog-api"));
});

test("a login of another name works after the documented GRANT", async () => {
  await queryDatabase(postgres.superuserUrl, `CREATE ROLE other LOGIN PASSWORD 'secret' NOINHERIT`);
  await queryDatabase(
    postgres.superuserUrl,
    asDocumented('GRANT skucast_app, skucast_system, skucast_public TO "other"'),
  );
  const login = Object.assign(new URL(postgres.appUrl), { username: "other" }).href;
  env = { ...env, DATABASE_URL: login };
  await writeAndReceive(await start("catalog-api"));
});

test("a backup is restored into an empty cluster, by the command and by the script of the documentation", async () => {
  await skucast("npm run skucast -- backup skucast.dump", { DATABASE_URL: postgres.ownerUrl });
  const script = asDocumented(
    "pg_dump --enable-row-security --role=skucast_backup --no-owner --exclude-table-data=public._sql_functions",
  );
  const dumped = spawnSync("sh", ["-c", `${script} --dbname="$OWNER_URL"`], {
    env: { ...env, OWNER_URL: postgres.ownerUrl },
    encoding: "utf8",
  });
  expect([dumped.status, dumped.stderr]).toEqual([0, ""]);
  expect(dumped.stdout).toContain("S-1");

  const empty = await startDebianPostgres();
  try {
    await skucast("npm run skucast -- restore skucast.dump", { DATABASE_URL: empty.ownerUrl });
    await queryDatabase(empty.ownerUrl, asDocumented("SELECT continue_event_log(1000000)"));
    const products = ({ superuserUrl }: DebianPostgres) =>
      queryDatabase(urlOfDatabase(superuserUrl, "skucast"), "SELECT sku, doc FROM products ORDER BY sku");
    expect(await products(empty)).toEqual(await products(postgres));
  } finally {
    await empty.stop();
  }
});

test("an API key that is revoked by the documented statement is rejected by every process", async () => {
  const [api] = [...processes].slice(-1) as [AppProcess];
  const superuser = urlOfDatabase(postgres.superuserUrl, "skucast");
  const [key] = await queryDatabase(superuser, "SELECT id FROM api_keys");
  const statement = asDocumented("UPDATE api_keys SET revoked_at = now() WHERE id = 'key_…'");
  await queryDatabase(superuser, `SET ROLE skucast_system; ${statement.replace("key_…", String(key?.id))}`);
  await eventually(async () => {
    const answer = await fetch(`${api.url}${API_BASE_PATH}/products`, {
      headers: { Authorization: `Bearer ${apiKey}` },
    });
    return answer.status === 401;
  });
});

test("every command and statement of docs/operations.md and docs/runbook.md is run by a test", () => {
  expect(documented().filter((command) => !executed.has(command) && !ELSEWHERE.has(command))).toEqual([]);
});
