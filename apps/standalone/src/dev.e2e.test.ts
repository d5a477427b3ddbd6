import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { eventually } from "@skucast/testkit/eventually";
import { reservePort } from "@skucast/testkit/reserve-port";
import { copyRepository, type RepositoryCopy } from "./testing/copy-repository.js";

const dataDir = mkdtempSync(join(tmpdir(), "skucast-dev-"));
let copy: RepositoryCopy;
let dev: ChildProcess;
let baseUrl: string;
let output = "";

beforeAll(async () => {
  copy = copyRepository();
  const port = await reservePort();
  baseUrl = `http://localhost:${port}`;
  dev = spawn("npm", ["run", "dev", "--", "--seed", "1"], {
    cwd: copy.path,
    env: { ...process.env, PORT: String(port), SKUCAST_DATA_DIR: dataDir, AMQP_URL: "", NODE_OPTIONS: "" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [dev.stdout, dev.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  await printed("Stop with Ctrl-C");
});

afterAll(async () => {
  if (dev.exitCode === null && dev.signalCode === null) {
    dev.kill("SIGTERM");
    await once(dev, "exit");
  }
  rmSync(dataDir, { recursive: true, force: true });
  copy.remove();
});

/** Waits until `text` has been printed. */
async function printed(text: string): Promise<void> {
  await eventually(() => dev.exitCode !== null || output.includes(text));
  expect(output).toContain(text);
}

function edit(path: string, from: string, to: string): void {
  const file = join(copy.path, path);
  const text = readFileSync(file, "utf8");
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
}

const bodyOf = async (path: string, headers: Record<string, string> = {}): Promise<string> =>
  (await fetch(`${baseUrl}${path}`, { headers })).text();

const openApi = () => bodyOf(`${API_BASE_PATH}/openapi.json`);

test("a change of a contract is visible through REST without a build", async () => {
  edit("packages/contracts/src/service.ts", 'SERVICE_NAME = "Skucast"', 'SERVICE_NAME = "Changed"');
  await eventually(async () => (await openApi()).includes("Changed API"));
  expect(output).toContain("↻ packages/contracts/src/service.ts changed");
});

test("a syntax error is shown, the version before answers, and the next change is taken", async () => {
  edit("packages/contracts/src/service.ts", "SERVICE_NAME =", "SERVICE_NAME ==");
  await printed("The sources do not load.");
  expect(output).toContain("packages/contracts/src/service.ts");
  expect(await openApi()).toContain("Changed API");
  edit("packages/contracts/src/service.ts", 'SERVICE_NAME == "Changed"', 'SERVICE_NAME = "Repaired"');
  await eventually(async () => (await openApi()).includes("Repaired API"));
});

test("PostgreSQL and the data stay between restarts", async () => {
  const demo = JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")) as { api_key: string };
  const products = await bodyOf(`${API_BASE_PATH}/products`, { Authorization: `Bearer ${demo.api_key}` });
  expect(JSON.parse(products)).toMatchObject({ data: [expect.objectContaining({ sku: expect.any(String) })] });
});

test("the dashboard is served from its sources, with hot replacement", async () => {
  expect(await bodyOf("/products", { Accept: "text/html" })).toContain("/@vite/client");
  edit("apps/dashboard/src/texts/en/frame.ts", 'signOut: "Sign out', 'signOut: "Leave Skucast');
  await eventually(async () => (await bodyOf("/src/texts/en/frame.ts")).includes("Leave Skucast"));
});

test("a page that does not exist is answered with 404 by the dashboard", async () => {
  const response = await fetch(`${baseUrl}/no-such-page`, { headers: { Accept: "text/html" } });
  expect(response.status).toBe(404);
});

test("SIGTERM ends everything, PostgreSQL too", async () => {
  const [, postgresPort] = /embedded, on 127\.0\.0\.1:(\d+)/.exec(output) ?? [];
  expect(await accepts(Number(postgresPort))).toBe(true);
  dev.kill("SIGTERM");
  await eventually(async () => !(await accepts(Number(postgresPort))));
  await eventually(async () => !(await accepts(Number(new URL(baseUrl).port))));
});

function accepts(port: number): Promise<boolean> {
  const socket = connect({ port, host: "127.0.0.1" });
  return once(socket, "connect")
    .then(() => true)
    .catch(() => false)
    .finally(() => socket.destroy());
}
