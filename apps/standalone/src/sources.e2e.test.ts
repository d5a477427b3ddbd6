import { spawn } from "node:child_process";
import { once } from "node:events";
import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import { type Shop, startShop } from "@skucast/testkit/start-shop";
import { type SshServer, startSshServer } from "@skucast/testkit/start-ssh-server";
import { createDeploymentOnTestDatabase, type Deployment } from "./testing/run-deployment.js";

const PROGRAM = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
let shop: Shop;
let server: SshServer;
let deployment: Deployment;

beforeAll(async () => {
  [shop, server] = await Promise.all([startShop(), startSshServer()]);
  const ca = join(server.folder, "shop.pem");
  writeFileSync(ca, shop.ca.join("\n"));
  deployment = await createDeploymentOnTestDatabase({
    SKUCAST_ALLOW_TARGETS: "127.0.0.1",
    NODE_EXTRA_CA_CERTS: ca,
    SKUCAST_REQUESTS_PER_MINUTE: "1000000",
  });
  await deployment.start();
});
afterAll(async () => {
  await deployment?.remove();
  await shop?.stop();
  await server?.stop();
});

async function call(method: string, path: string, body?: object) {
  const { base_url, api_key } = deployment.demo();
  const answer = await fetch(`${base_url}/api/public/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${api_key}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, json: text === "" ? undefined : JSON.parse(text) };
}

const csvOf = (names: readonly string[], price: string) =>
  `sku,title,price,availability,brand\n${names.map((sku) => `${sku},Title of ${sku},${price} USD,in stock,Acme\n`).join("")}`;
const names = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}-${i}`);

/** Price and status of each product whose SKU starts with the prefix. */
async function catalog(prefix: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (let cursor = ""; ; ) {
    const page = await call("GET", `/products?limit=200${cursor && `&cursor=${cursor}`}`);
    for (const { sku, price_amount, status } of page.json.data) {
      if (sku.startsWith(`${prefix}-`)) found[sku] = `${price_amount} ${status}`;
    }
    if (!page.json.has_more) return found;
    cursor = page.json.next_cursor;
  }
}
const all = (prefix: string, count: number, text: string) =>
  Object.fromEntries(names(prefix, count).map((sku) => [sku, text]));

async function run(sourceId: string) {
  const { status, json } = await call("POST", `/sources/${sourceId}/runs`);
  expect(status).toBe(202);
  return ended(json.id);
}
const ended = (id: string) =>
  eventually(async () => {
    const { json } = await call("GET", `/imports/${id}`);
    return !["queued", "running"].includes(json.status) && json;
  });

/** Runs the command line in the data folder, as a user would. */
async function skucast(...args: string[]): Promise<{ output: string; errors: string; code: number | null }> {
  const env = { ...process.env, SKUCAST_DATA_DIR: deployment.dataDir, INIT_CWD: deployment.dataDir, NODE_OPTIONS: "" };
  const child = spawn(process.execPath, [PROGRAM, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { output, errors, code: child.exitCode };
}

test("the command line lists a source, runs it, pauses and resumes it, and shows its history", async () => {
  shop.publish("/cli.csv", csvOf(names("cli", 3), "19.90"));
  const location = { url: `${shop.origin}/cli.csv` };
  const { json } = await call("POST", "/sources", { name: "Nightly", type: "url", schedule: null, ...location });
  expect((await skucast("sources", "list")).output).toContain(`${json.id}  Nightly: new, no schedule`);
  expect(await skucast("sources", "run", json.id)).toMatchObject({
    code: 0,
    output: expect.stringContaining("succeeded: 3 rows = 3 created"),
  });
  expect((await skucast("sources", "run", json.id)).output).toContain("The file has not changed");
  expect((await skucast("sources", "run", json.id, "--force")).output).toContain("3 unchanged");
  expect((await skucast("sources", "pause", json.id)).output).toContain("Nightly: ok, paused");
  expect((await call("GET", `/sources/${json.id}`)).json.status).toBe("paused");
  expect((await skucast("sources", "resume", json.id)).output).toContain("Nightly: ok, no schedule");
  shop.publish("/cli.csv", csvOf(names("new", 4), "free"));
  const failed = await skucast("sources", "run", json.id);
  expect([failed.code, failed.output]).toEqual([1, expect.stringContaining("No row of the file is valid")]);
  expect(failed.output).toContain("/errors?format=original");
  const { output } = await skucast("sources", "history", json.id);
  expect(output.trim().split("\n")).toHaveLength(4);
  expect(output).toMatch(/imp_\w+ {2}failed: 4 rows.*\n.*3 unchanged.*\n.*has not changed.*\n.*3 created/);
  expect(await skucast("sources", "run")).toMatchObject({
    code: 2,
    errors: expect.stringContaining("Name the source"),
  });
  expect(await skucast("sources", "pause", "src_none")).toMatchObject({ code: 1 });
});

describe.each(["url", "sftp"] as const)("a source of type %s", (type) => {
  const file = `${type}.csv`;
  let age = 1_000;
  function publish(content: string): void {
    shop.publish(`/${file}`, content);
    const path = join(server.folder, file);
    writeFileSync(path, content);
    age -= 100;
    utimesSync(path, Date.now() / 1_000 - age, Date.now() / 1_000 - age);
  }
  const location = () =>
    type === "url"
      ? { url: `${shop.origin}/${file}`, auth: { type: "header", name: "X-Key", value: "k3y" } }
      : {
          host: server.host,
          port: server.port,
          username: server.username,
          path: file,
          host_keys: server.hostKeysSha256,
          auth: { type: "public_key" },
        };

  test("fills the catalog on its schedule, follows changes of the file, and survives broken files", async () => {
    publish(csvOf(names(type, 10), "19.90"));
    const schedule = { every_minutes: 1 };
    const created = await call("POST", "/sources", { name: "Shop", type, ...location(), schedule });
    expect(created).toMatchObject({ status: 201, json: { type, schedule, health: "new" } });
    const { id, auth } = created.json;
    if (auth.public_key !== undefined) server.authorize(auth.public_key);
    await eventually(async () => (await call("GET", `/sources/${id}`)).json.health === "ok");
    expect(await catalog(type)).toEqual(all(type, 10, "19.9 active"));
    await call("PATCH", `/sources/${id}`, { schedule: null });

    publish(csvOf(names(type, 11), "24.90"));
    expect(await run(id)).toMatchObject({ status: "succeeded", counts: { created: 1, updated: 10 } });
    expect(await run(id)).toMatchObject({
      status: "succeeded",
      fetch: { is_unchanged: true },
      counts: { received: 0 },
    });
    const now = all(type, 11, "24.9 active");
    for (const broken of ["", "<!doctype html><p>Log in</p>", csvOf([], "1.00")]) {
      publish(broken);
      expect(await run(id)).toMatchObject({ status: "failed", error: expect.any(String) });
      expect(await catalog(type)).toEqual(now);
    }
    expect((await call("GET", `/sources/${id}`)).json).toMatchObject({ health: "failing" });

    await call("PATCH", `/sources/${id}`, { mode: "replace" });
    publish(csvOf(names(type, 5), "29.90"));
    const held = await run(id);
    expect(held).toMatchObject({ status: "held", hold: expect.stringContaining("max_removal_percent") });
    expect(await catalog(type)).toEqual(now);
    const discarded = await call("POST", `/imports/${held.id}/discard`, {});
    expect(discarded.json).toMatchObject({ status: "cancelled" });

    await call("PATCH", `/sources/${id}`, { mode: "upsert" });
    publish(csvOf(names(type, 11), "29.90"));
    expect(await run(id)).toMatchObject({ status: "succeeded", counts: { updated: 11 } });
    expect(await catalog(type)).toEqual(all(type, 11, "29.9 active"));
    expect((await call("GET", `/sources/${id}`)).json).toMatchObject({ health: "ok", last_error: null });
    expect(await call("DELETE", `/sources/${id}`)).toMatchObject({ status: 204 });
  });
});
