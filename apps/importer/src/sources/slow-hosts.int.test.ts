import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import { type Shop, type ShopAnswer, startShop } from "@skucast/testkit/start-shop";
import { csvOf, skus } from "../testing/open-importer-fixture.js";
import { openSourceFixture } from "../testing/open-source-fixture.js";

let shop: Shop;
let fixture: Awaited<ReturnType<typeof openSourceFixture>>;
beforeAll(async () => {
  shop = await startShop();
  fixture = await openSourceFixture({ sourceCa: shop.ca, fetchStallMs: 1_500, fetchTimeoutMs: 4_000, fetchesMax: 2 });
});
afterEach(() => fixture.stopApps());
afterAll(async () => {
  await fixture.close();
  await shop.stop();
});

/** Windows that a test can wait for. The pace is far from both that of a drip and that of a steady host. */
const PACE = { windowMs: 1_000, bytesPerSecondMin: 100 };
/** No pause of a busy machine is as long as this window. */
const LONGER_PACE = { windowMs: 3_000, bytesPerSecondMin: 10 };
const hangs = () => undefined;
/** Writes raw bytes to the connection, one at a time. */
const drip =
  (text: string): ShopAnswer =>
  ({ socket }) => {
    let at = 0;
    const timer = setInterval(() => {
      socket?.write(text[at % text.length] ?? "");
      at += 1;
    }, 100);
    socket?.once("close", () => clearInterval(timer));
  };
const sourceAt = async (path: string, workspaceId: string, schedule?: { every_minutes: number }) =>
  fixture.addSource({ location: { url: `${shop.origin}${path}` }, workspaceId, ...(schedule && { schedule }) });
const askedFor = (path: string) =>
  eventually(() => shop.requests.some((request) => request.path === path) && shop.requests);

describe("a slow host", () => {
  test.each([
    ["does not answer", hangs, "did not answer"],
    ["stops in the middle", (response) => response.writeHead(200).write("sku,title\n"), "did not answer, or stopped"],
    [
      "sends without end",
      (response) => {
        response.writeHead(200).write("sku,title\n");
        const drip = setInterval(() => response.write("x"), 200);
        response.once("close", () => clearInterval(drip));
      },
      "was not fetched within 4 s",
    ],
    ["sends its headers slowly", drip("HTTP/1.1 200 OK\r\nX-A: 1\r\n"), "4 s|did not answer"],
    ["sends a header without end", drip(`HTTP/1.1 200 OK\r\nX-A: ${"a".repeat(1_000)}`), "4 s|did not answer"],
  ] satisfies [string, Parameters<Shop["publish"]>[1], string][])("and %s is given up", async (_, answer, error) => {
    const workspaceId = await fixture.newWorkspace();
    await fixture.startApp();
    shop.publish("/slow.csv", answer);
    const run = await fixture.run(await sourceAt("/slow.csv", workspaceId), { workspaceId });
    expect(run).toMatchObject({ status: "failed", error: expect.stringMatching(error) });
  });

  test.each(["identity", "gzip"])(
    "and sends a byte at a time after a quick start, with encoding %s",
    async (encoding) => {
      const workspaceId = await fixture.newWorkspace();
      await fixture.startApp({ fetchStallMs: 60_000, fetchTimeoutMs: 60_000, fetchPace: PACE });
      shop.publish("/dripping.csv", (response) => {
        const whole = Buffer.from(csvOf(skus(1_000)));
        const content = encoding === "gzip" ? gzipSync(whole) : whole;
        response.writeHead(200, encoding === "gzip" ? { "content-encoding": encoding } : {});
        response.write(content.subarray(0, content.length - 600));
        let at = content.length - 600;
        const timer = setInterval(() => {
          response.write(content.subarray(at, at + 1));
          at += 1;
        }, 100);
        response.once("close", () => clearInterval(timer));
      });
      const run = await fixture.run(await sourceAt("/dripping.csv", workspaceId), { workspaceId });
      expect(run).toMatchObject({ status: "failed", error: expect.stringContaining("less than 100 bytes per second") });
      expect(fixture.uploads()).toEqual([]);
    },
  );

  test("that sends faster than the least pace is read to its end, over several windows", async () => {
    const workspaceId = await fixture.newWorkspace();
    await fixture.startApp({ fetchStallMs: 60_000, fetchTimeoutMs: 60_000, fetchPace: LONGER_PACE });
    shop.publish("/steady.csv", (response) => {
      const content = Buffer.from(csvOf(skus(200)));
      const pieceBytes = Math.ceil(content.length / 80);
      let at = 0;
      response.writeHead(200);
      const timer = setInterval(() => {
        response.write(content.subarray(at, at + pieceBytes));
        at += pieceBytes;
        if (at < content.length) return;
        clearInterval(timer);
        response.end();
      }, 100);
      response.once("close", () => clearInterval(timer));
    });
    const run = await fixture.run(await sourceAt("/steady.csv", workspaceId), { workspaceId });
    expect(run).toMatchObject({ status: "succeeded", counts: { received: 200 } });
  });

  test("that accepts the connection and then says nothing is given up", async () => {
    const silent = createServer(() => undefined).listen(0, "127.0.0.1");
    try {
      await once(silent, "listening");
      const { port } = silent.address() as AddressInfo;
      const workspaceId = await fixture.newWorkspace();
      await fixture.startApp();
      const id = await fixture.addSource({ location: { url: `https://localhost:${port}/a.csv` }, workspaceId });
      const run = await fixture.run(id, { workspaceId });
      expect(run).toMatchObject({ status: "failed", error: expect.stringMatching("4 s|did not answer") });
    } finally {
      silent.close();
    }
  });

  test("delays neither imports nor the sources of other workspaces", async () => {
    const workspaceId = await fixture.newWorkspace();
    const other = await fixture.newWorkspace();
    // The host answers only when the others have finished, so the fetch must not reach its time limit before.
    await fixture.startApp({ fetchStallMs: 600_000, fetchTimeoutMs: 600_000 });
    let fail = () => {};
    shop.publish("/slow.csv", (response) => {
      fail = () => response.writeHead(500).end();
    });
    shop.publish("/quick.csv", csvOf(["A"]));
    const slow = await sourceAt("/slow.csv", workspaceId);
    const slowRun = fixture.run(slow, { workspaceId });
    await askedFor("/slow.csv");
    await fixture.finished(await fixture.send(csvOf(["B"]), { workspaceId }));
    await fixture.run(await sourceAt("/quick.csv", other), { workspaceId: other });
    expect((await fixture.runsOf(slow)).map(({ status }) => status)).toEqual(["queued"]);
    fail();
    expect((await slowRun).status).toBe("failed");
  });
});

describe("a fetch", () => {
  test("that is released by its process is repeated by another and writes nothing twice", async () => {
    const workspaceId = await fixture.newWorkspace();
    const first = await fixture.startApp();
    shop.publish("/left.csv", hangs);
    const id = await sourceAt("/left.csv", workspaceId);
    shop.requests.length = 0;
    const run = fixture.run(id, { workspaceId });
    await askedFor("/left.csv");
    await first.stop();
    expect(await fixture.runsOf(id)).toMatchObject([{ status: "queued", lease_owner: null }]);
    shop.publish("/left.csv", csvOf(skus(30)));
    await fixture.startApp();
    expect(await run).toMatchObject({ status: "succeeded", counts: { received: 30, created: 30 } });
    expect(fixture.uploads().length).toBeLessThan(2);
  });

  test("that is cancelled stops and changes nothing", async () => {
    const workspaceId = await fixture.newWorkspace();
    await fixture.startApp();
    shop.publish("/cancelled.csv", hangs);
    const id = await sourceAt("/cancelled.csv", workspaceId);
    const run = fixture.run(id, { workspaceId });
    await askedFor("/cancelled.csv");
    await fixture.query(
      `UPDATE imports SET status = 'cancelled', lease_owner = NULL, lease_until = NULL, finished_at = now()
       WHERE source_id = $1`,
      [id],
    );
    expect((await run).status).toBe("cancelled");
    expect(await fixture.sourceOf(id)).toMatchObject({ health: "new", failures: 0 });
  });

  test("runs once at a time per source, with any schedule and any number of importers", async () => {
    const workspaceId = await fixture.newWorkspace();
    await fixture.startApp();
    await fixture.startApp();
    shop.publish("/once.csv", hangs);
    shop.requests.length = 0;
    const id = await sourceAt("/once.csv", workspaceId, { every_minutes: 1 });
    const first = fixture.nextTime(id);
    await askedFor("/once.csv");
    const due = await fixture.sourceOf(id);
    await fixture.query("UPDATE sources SET next_run_at = now() - interval '1 minute' WHERE id = $1", [id]);
    await eventually(async () => (await fixture.sourceOf(id)).next_run_at?.getTime() !== due.next_run_at?.getTime());
    expect(await first).toMatchObject({ status: "failed" });
    const asked = shop.requests.filter(({ path }) => path === "/once.csv").length;
    expect(asked).toBe((await fixture.runsOf(id)).length);
  });
});
