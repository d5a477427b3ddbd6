import { hash } from "node:crypto";
import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import { type Shop, startShop } from "@skucast/testkit/start-shop";
import { type SshServer, startSshServer } from "@skucast/testkit/start-ssh-server";
import { csvOf, skus } from "../testing/open-importer-fixture.js";
import { openSourceFixture } from "../testing/open-source-fixture.js";

let shop: Shop;
let fixture: Awaited<ReturnType<typeof openSourceFixture>>;
beforeAll(async () => {
  shop = await startShop();
  fixture = await openSourceFixture({ sourceCa: shop.ca });
  await fixture.startApp();
});
afterAll(async () => {
  await fixture.close();
  await shop.stop();
});

const EVERY_MINUTE = { every_minutes: 1 };
let workspaceId: string;
let path: string;
let files = 0;
beforeEach(async () => {
  workspaceId = await fixture.newWorkspace();
  files += 1;
  path = `/export-${files}.csv`;
});
afterEach(() => {
  shop.requests.length = 0;
});

const add = (source: Partial<Parameters<typeof fixture.addSource>[0]> = {}) =>
  fixture.addSource({ location: { url: `${shop.origin}${path}` }, workspaceId, ...source });
const run = (id: string, options = {}) => fixture.run(id, { workspaceId, ...options });
/** Brand, price and status of each product, by SKU. */
const catalog = async () =>
  Object.fromEntries(
    (await fixture.products(workspaceId)).map(({ sku, status, deleted, doc }) => [
      sku,
      deleted ? "deleted" : `${doc.brand} ${doc.price_amount} ${status}`,
    ]),
  );
const expected = (names: readonly string[], text: string) => Object.fromEntries(names.map((sku) => [sku, text]));
/** Files in the folder of uploads that no unfinished import needs. */
async function filesLeft(): Promise<string[]> {
  const held = await fixture.query<{ upload: string }>("SELECT upload FROM imports WHERE status = 'held'");
  const kept = new Set(held.map(({ upload }) => upload));
  return fixture.uploads().filter((name) => !kept.has(name));
}
const nothingLeft = () => eventually(async () => (await filesLeft()).length === 0);
/** Fetches so far, by outcome, as Prometheus reads them. */
async function fetches(): Promise<Record<string, number>> {
  const { body } = await fixture.ctx.metrics.render();
  const lines = body.matchAll(/^skucast_source_fetches_total\{.*outcome="(\w+)".*\} (\d+)$/gm);
  return Object.fromEntries([...lines].map(([, outcome = "", count]) => [outcome, Number(count)]));
}
const requestCount = () => shop.requests.filter((request) => request.path === path).length;

describe("a source at an HTTPS server", () => {
  test("is fetched with its login and imported, product by product", async () => {
    shop.publish(path, (response, { headers }) => {
      if (headers.authorization === `Basic ${Buffer.from("shop:s3cr3t").toString("base64")}`) {
        response.writeHead(200, { "content-type": "text/csv" }).end(gzipSync(csvOf(skus(120))));
      } else response.writeHead(401).end();
    });
    const id = await add({ auth: { type: "basic", username: "shop", password: "s3cr3t" } });
    expect(await run(id)).toMatchObject({ status: "succeeded", counts: { received: 120, created: 120 } });
    expect(await catalog()).toEqual(expected(skus(120), "Acme 19.9 active"));
    expect(await fixture.sourceOf(id)).toMatchObject({ health: "ok", last_error: null });
    await nothingLeft();
  });

  test.each([
    [{ type: "bearer", token: "t0ken" } as const, "authorization", "Bearer t0ken"],
    [{ type: "header", name: "x-shop-key", value: "k3y" } as const, "x-shop-key", "k3y"],
  ])("gets the login %j", async (auth, name, value) => {
    shop.publish(path, csvOf(["A"]));
    await run(await add({ auth }));
    expect(shop.requests[0]?.headers[name]).toBe(value);
  });

  test("an unchanged file causes one request and no import; forced, it is imported again", async () => {
    shop.publish(path, csvOf(skus(5)));
    const id = await add();
    await run(id);
    const versions = await fixture.products(workspaceId);
    shop.requests.length = 0;
    expect(await run(id)).toMatchObject({
      status: "succeeded",
      counts: { received: 0 },
      fetched: { is_unchanged: true },
    });
    expect(requestCount()).toBe(1);
    expect(await fixture.products(workspaceId)).toEqual(versions);
    expect(await run(id, { force: true })).toMatchObject({ counts: { received: 5, unchanged: 5 } });
  });

  test("keeps the questions of its file with the import", async () => {
    shop.publish(path, "sku,title,price,availability\nA,Tee,12.90,in stock\n");
    const { id } = await run(await add());
    const [row] = await fixture.query<{ questions: unknown }>("SELECT questions FROM imports WHERE id = $1", [id]);
    expect(row?.questions).toMatchObject([{ code: "currency" }]);
  });

  test("without entity tags, an unchanged file is detected by its content", async () => {
    shop.publish(path, (response) => void response.writeHead(200).end(csvOf(skus(3))));
    const id = await add();
    await run(id);
    expect(await run(id)).toMatchObject({ counts: { received: 0 }, fetched: { is_unchanged: true } });
    shop.publish(path, (response) => void response.writeHead(200).end(csvOf(skus(3), { price: "5.00 USD" })));
    expect(await run(id)).toMatchObject({ counts: { received: 3, updated: 3 } });
  });

  test("is fetched on its schedule: changed, broken, empty, and complete again", async () => {
    const before = await fetches();
    const id = await add({ schedule: EVERY_MINUTE, options: { mode: "replace" } });
    const all = skus(40);
    const most = skus(39);
    shop.publish(path, csvOf(all));
    expect(await fixture.nextTime(id)).toMatchObject({ status: "succeeded", trigger: "schedule" });
    expect(await catalog()).toEqual(expected(all, "Acme 19.9 active"));

    shop.publish(path, csvOf(most, { price: "24.90 USD" }));
    expect(await fixture.nextTime(id)).toMatchObject({ status: "succeeded", counts: { updated: 39, removed: 1 } });
    const now = { ...expected(most, "Acme 24.9 active"), [all.at(-1) ?? ""]: "Acme 19.9 archived" };
    expect(await catalog()).toEqual(now);
    const runs = (await fixture.runsOf(id)).length;
    await fixture.nextTime(id);
    expect(await fixture.runsOf(id)).toHaveLength(runs);

    const broken = csvOf(most, { price: "1.00 USD" });
    const failures = [
      ["answers 503", (response) => response.writeHead(503).end("busy"), "503"],
      ["is empty", "", "empty"],
      ["has no rows", csvOf([]), "contains no products"],
      ["is a web page", "<!DOCTYPE html><html><body>Log in</body></html>", "web page"],
      ["breaks off", (response) => breakOff(response, broken), "connection was closed"],
      ["is half an archive", gzipSync(broken).subarray(0, 60), "end is missing"],
      ["is gone", (response) => response.writeHead(404).end(), "404"],
    ] satisfies [string, Parameters<Shop["publish"]>[1], string][];
    for (const [what, answer, error] of failures) {
      shop.publish(path, answer);
      expect([what, await fixture.nextTime(id)]).toMatchObject([
        what,
        { status: "failed", error: expect.stringContaining(error) },
      ]);
      expect([what, await catalog()]).toEqual([what, now]);
    }
    expect(await fixture.sourceOf(id)).toMatchObject({ health: "failing", failures: 7 });

    const failed = await fetches();
    shop.publish(path, csvOf(all, { price: "29.90 USD" }));
    expect(await fixture.nextTime(id)).toMatchObject({ status: "succeeded", counts: { received: 40, updated: 40 } });
    // Files that were fetched but cannot be read are no failed fetches.
    const { changed = 0, unchanged = 0 } = before;
    expect(failed).toMatchObject({ unchanged: unchanged + 1 });
    expect(failed.failed).toBeGreaterThan(before.failed ?? 0);
    expect((await fetches()).changed).toBeGreaterThan(changed + 2);
    expect(await catalog()).toEqual(expected(all, "Acme 29.9 active"));
    expect(await fixture.sourceOf(id)).toMatchObject({ health: "ok", failures: 0, last_error: null });
    const told = (await fixture.eventTypes(workspaceId)).filter((type) => type.startsWith("source."));
    expect(told).toEqual(["source.failed", "source.recovered"]);
  });

  test("holds a file that would remove too many products, until it is released or superseded", async () => {
    const id = await add({ options: { mode: "replace" } });
    shop.publish(path, csvOf(skus(10)));
    await run(id);
    shop.publish(path, csvOf(skus(4)));
    const held = await run(id);
    expect(held).toMatchObject({ status: "held", hold: expect.stringContaining("lacks 6 of 10 products") });
    expect(await catalog()).toEqual(expected(skus(10), "Acme 19.9 active"));
    expect((await fixture.sourceOf(id)).health).toBe("held");
    await nothingLeft();
    expect(fixture.uploads()).not.toEqual([]);
    expect(await run(id)).toMatchObject({ fetched: { is_unchanged: true } });
    expect((await fixture.sourceOf(id)).health).toBe("held");

    shop.publish(path, csvOf(skus(5)));
    const newer = await run(id);
    expect(newer.status).toBe("held");
    expect((await fixture.runsOf(id)).find((it) => it.id === held.id)).toMatchObject({ status: "cancelled" });

    await fixture.query("UPDATE imports SET status = 'queued', is_released = true WHERE id = $1", [newer.id]);
    expect(await fixture.finished(newer.id)).toMatchObject({
      status: "succeeded",
      counts: { received: 5, removed: 5 },
    });
    expect(Object.values(await catalog()).filter((text) => text.endsWith("archived"))).toHaveLength(5);
    expect((await fixture.sourceOf(id)).health).toBe("ok");
  });

  test("holds a file that would change too many products; new products do not count", async () => {
    const id = await add({ options: { max_change_percent: 50 } });
    shop.publish(path, csvOf(skus(10)));
    expect((await run(id)).status).toBe("succeeded");
    shop.publish(path, csvOf(skus(60)));
    expect(await run(id)).toMatchObject({ status: "succeeded", counts: { created: 50 } });
    shop.publish(path, csvOf(skus(31), { price: "0.01 USD" }));
    expect(await run(id)).toMatchObject({ status: "held", hold: expect.stringContaining("change 31 of 60") });
    expect(new Set(Object.values(await catalog()))).toEqual(new Set(["Acme 19.9 active"]));
  });

  test("follows redirects, without sending the login elsewhere and not into the internal network", async () => {
    const other = await startShop();
    const auth = { type: "bearer", token: "t0ken" } as const;
    try {
      shop.publish(path, (response) => response.writeHead(302, { location: `${path}-moved` }).end());
      shop.publish(`${path}-moved`, csvOf(["A"]));
      expect(await run(await add({ auth }))).toMatchObject({ status: "succeeded", counts: { created: 1 } });
      expect(shop.requests.map(({ headers }) => headers.authorization)).toEqual(["Bearer t0ken", "Bearer t0ken"]);

      shop.publish(path, (response) => response.writeHead(307, { location: "https://10.0.0.1/x.csv" }).end());
      expect(await run(await add({ auth }))).toMatchObject({
        error: expect.stringContaining("10.0.0.1 is not an address"),
      });

      shop.publish(path, (response) => response.writeHead(302, { location: path }).end());
      expect(await run(await add())).toMatchObject({ error: expect.stringContaining("redirects more than 5 times") });

      shop.publish(path, (response) => response.writeHead(301, { location: `${other.origin}/a.csv` }).end());
      other.publish("/a.csv", csvOf(["B"]));
      // Its certificate is not trusted, so it received nothing of the login.
      expect(await run(await add({ auth }))).toMatchObject({ error: expect.stringContaining("self-signed") });
      expect(other.requests).toEqual([]);
    } finally {
      await other.stop();
    }
  });

  test("a file that is larger than announced or than allowed is rejected", async () => {
    shop.publish(path, (response) => void response.writeHead(200, { "content-length": 600_000_000 }).flushHeaders());
    expect(await run(await add())).toMatchObject({ status: "failed", error: expect.stringContaining("larger than") });
    await nothingLeft();
  });

  test("an invalid file is reported and fetched again", async () => {
    shop.publish(path, "name,colour\nTee,red\n");
    const id = await add();
    expect(await run(id)).toMatchObject({
      status: "failed",
      error: expect.stringContaining("no column was recognized as the SKU"),
    });
    expect((await fixture.sourceOf(id)).seen).toBeNull();
  });
});

/** Announces the whole length and sends half of it. */
function breakOff(
  response: Parameters<Extract<Parameters<Shop["publish"]>[1], (...args: never[]) => unknown>>[0],
  text: string,
): void {
  response.writeHead(200, { "content-length": text.length });
  response.write(text.slice(0, text.length / 2), () => response.destroy());
}

/** 4,480 characters that differ for each SKU and in each part. */
const descriptionOf = (sku: string): string =>
  Array.from({ length: 70 }, (_, part) => hash("sha256", `${sku} ${part}`, "hex")).join("");

describe("a source at an SFTP server", () => {
  let server: SshServer;
  beforeAll(async () => {
    server = await startSshServer();
  });
  afterAll(() => server.stop());

  /** Writes the file with a modification time this many seconds ago. */
  function put(content: string | Uint8Array, secondsAgo: number): void {
    const file = join(server.folder, "products.csv");
    writeFileSync(file, content);
    const at = Date.now() / 1_000 - secondsAgo;
    utimesSync(file, at, at);
  }
  const addSftp = async (host_keys: readonly string[], schedule?: typeof EVERY_MINUTE) => {
    const { host, port, username } = server;
    const location = { host, port, username, host_keys, path: "products.csv" };
    const id = await add({
      type: "sftp",
      location,
      auth: { type: "public_key" },
      options: { mode: "replace" },
      ...(schedule && { schedule }),
    });
    server.authorize((await fixture.sourceOf(id)).public_key ?? "");
    return id;
  };

  test("is fetched on its schedule: changed, broken, empty, and complete again", async () => {
    const id = await addSftp(server.hostKeysSha256, EVERY_MINUTE);
    put(csvOf(skus(30)), 500);
    expect(await fixture.nextTime(id)).toMatchObject({ status: "succeeded", counts: { created: 30 } });
    const runs = (await fixture.runsOf(id)).length;
    await fixture.nextTime(id);
    expect(await fixture.runsOf(id)).toHaveLength(runs);

    put(csvOf(skus(30), { price: "24.90 USD" }), 400);
    expect(await fixture.nextTime(id)).toMatchObject({ status: "succeeded", counts: { updated: 30 } });
    const now = expected(skus(30), "Acme 24.9 active");
    expect(await catalog()).toEqual(now);

    put("", 300);
    expect(await fixture.nextTime(id)).toMatchObject({ status: "failed", error: expect.stringContaining("empty") });
    put(gzipSync(csvOf(skus(30), { price: "1.00 USD" })).subarray(0, 50), 200);
    expect((await fixture.nextTime(id))?.status).toBe("failed");
    put(csvOf(skus(15), { price: "1.00 USD" }), 100);
    expect(await fixture.nextTime(id)).toMatchObject({ status: "held", hold: expect.stringContaining("15 of 30") });
    expect(await catalog()).toEqual(now);

    put(csvOf(skus(31), { price: "29.90 USD" }), 50);
    expect(await fixture.nextTime(id)).toMatchObject({ status: "succeeded", counts: { updated: 30, created: 1 } });
    expect(await catalog()).toEqual(expected(skus(31), "Acme 29.9 active"));
  });

  test("a host with another key gets no login, and the error contains its key", async () => {
    put(csvOf(["A"]), 60);
    const id = await addSftp(["SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU"]);
    const { status, error } = await run(id);
    expect([status, error]).toEqual(["failed", expect.stringContaining(server.hostKeySha256)]);
    const none = await run(await addSftp([]));
    expect([none.status, none.error]).toEqual([
      "failed",
      expect.stringContaining("No key of the host is confirmed yet"),
    ]);
    expect(none.error).toContain(server.hostKeySha256);
    expect(await catalog()).toEqual({});
  });

  test("a file of many packets arrives intact", async () => {
    // Few rows of long texts, none of which occurs twice: what counts are the packets, which have at most 32 kB.
    const described = skus(400).map((sku) => [sku, descriptionOf(sku)] as const);
    const rows = described.map(([sku, text]) => `${sku},Title,5.00 USD,in stock,${text}\n`);
    put(`sku,title,price,availability,description\n${rows.join("")}`, 60);
    expect(await run(await addSftp(server.hostKeysSha256))).toMatchObject({
      counts: { received: 400, created: 400, invalid: 0, warned: 0 },
    });
    const stored = (await fixture.products(workspaceId)).map(({ sku, doc }) => [sku, doc.description]);
    expect(stored).toEqual(described);
  });
});
