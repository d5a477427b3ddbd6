import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import { type Shop, startShop } from "@skucast/testkit/start-shop";
import { csvOf, skus } from "../testing/open-house.js";
import { openSourceHouse } from "../testing/open-source-house.js";

let shop: Shop;
let house: Awaited<ReturnType<typeof openSourceHouse>>;
beforeAll(async () => {
  shop = await startShop();
  house = await openSourceHouse({ sourceCa: shop.ca, fetchStallMs: 1_500, fetchTimeoutMs: 4_000, fetchesMax: 2 });
});
afterEach(() => house.stopApps());
afterAll(async () => {
  await house.close();
  await shop.stop();
});

const hangs = () => undefined;
const sourceAt = async (path: string, workspaceId: string, schedule?: { every_minutes: number }) =>
  house.addSource({ location: { url: `${shop.origin}${path}` }, workspaceId, ...(schedule && { schedule }) });
const askedFor = (path: string) =>
  eventually(() => shop.requests.some((request) => request.path === path) && shop.requests);

describe("a host that is slow", () => {
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
      "was not there after 4 s",
    ],
  ] satisfies [string, Parameters<Shop["publish"]>[1], string][])("and %s is given up", async (_, answer, error) => {
    const workspaceId = await house.newWorkspace();
    await house.startApp();
    shop.publish("/slow.csv", answer);
    const run = await house.run(await sourceAt("/slow.csv", workspaceId), { workspaceId });
    expect(run).toMatchObject({ status: "failed", error: expect.stringContaining(error) });
  });

  test("keeps neither imports nor the sources of other workspaces waiting", async () => {
    const [workspaceId, other] = [await house.newWorkspace(), await house.newWorkspace()];
    await house.startApp();
    shop.publish("/slow.csv", hangs);
    shop.publish("/quick.csv", csvOf(["A"]));
    const slow = await sourceAt("/slow.csv", workspaceId);
    const slowRun = house.run(slow, { workspaceId });
    await askedFor("/slow.csv");
    await house.finished(await house.send(csvOf(["B"]), { workspaceId }));
    await house.run(await sourceAt("/quick.csv", other), { workspaceId: other });
    expect((await house.runsOf(slow)).map(({ status }) => status)).toEqual(["queued"]);
    expect((await slowRun).status).toBe("failed");
  });
});

describe("a fetch", () => {
  test("that its process leaves is begun again by another, and writes nothing twice", async () => {
    const workspaceId = await house.newWorkspace();
    const first = await house.startApp();
    shop.publish("/left.csv", hangs);
    const id = await sourceAt("/left.csv", workspaceId);
    shop.requests.length = 0;
    const run = house.run(id, { workspaceId });
    await askedFor("/left.csv");
    await first.stop();
    expect(await house.runsOf(id)).toMatchObject([{ status: "queued", lease_owner: null }]);
    shop.publish("/left.csv", csvOf(skus(30)));
    await house.startApp();
    expect(await run).toMatchObject({ status: "succeeded", counts: { received: 30, created: 30 } });
    expect(house.uploads().length).toBeLessThan(2);
  });

  test("that is cancelled stops, and changes nothing", async () => {
    const workspaceId = await house.newWorkspace();
    await house.startApp();
    shop.publish("/cancelled.csv", hangs);
    const id = await sourceAt("/cancelled.csv", workspaceId);
    const run = house.run(id, { workspaceId });
    await askedFor("/cancelled.csv");
    await house.query(
      `UPDATE imports SET status = 'cancelled', lease_owner = NULL, lease_until = NULL, finished_at = now()
       WHERE source_id = $1`,
      [id],
    );
    expect((await run).status).toBe("cancelled");
    expect(await house.sourceOf(id)).toMatchObject({ health: "new", failures: 0 });
  });

  test("is one of a source at a time, whatever its schedule says and however many importers there are", async () => {
    const workspaceId = await house.newWorkspace();
    await house.startApp();
    await house.startApp();
    shop.publish("/once.csv", hangs);
    shop.requests.length = 0;
    const id = await sourceAt("/once.csv", workspaceId, { every_minutes: 1 });
    const first = house.nextTime(id);
    await askedFor("/once.csv");
    const due = await house.sourceOf(id);
    await house.query("UPDATE sources SET next_run_at = now() - interval '1 minute' WHERE id = $1", [id]);
    await eventually(async () => (await house.sourceOf(id)).next_run_at?.getTime() !== due.next_run_at?.getTime());
    expect(await first).toMatchObject({ status: "failed" });
    const asked = shop.requests.filter(({ path }) => path === "/once.csv").length;
    expect(asked).toBe((await house.runsOf(id)).length);
  });
});
