import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import { csvOf, type ImporterFixture, openImporterFixture, skus } from "../testing/open-importer-fixture.js";

let fixture: ImporterFixture;
beforeAll(async () => {
  fixture = await openImporterFixture();
});
afterAll(() => fixture.close());
afterEach(() => fixture.stopApps());

/** Makes an import look as if its importer had died after `received` rows. */
const abandonedAfter = (id: string, received: number, leaseSeconds: number) =>
  fixture.query(
    `UPDATE imports SET status = 'running', lease_owner = 'dead', lease_until = now() + $3 * interval '1 second',
       started_at = now(), counts = jsonb_set(jsonb_set(counts, '{received}', $2), '{created}', $2) WHERE id = $1`,
    [id, String(received), leaseSeconds],
  );

describe("an import of another importer", () => {
  test("is taken over when its lease has expired, and continues after the rows that are done", async () => {
    const workspaceId = await fixture.newWorkspace();
    const id = await fixture.send(csvOf(skus(120)), { workspaceId });
    await abandonedAfter(id, 70, -1);
    await fixture.startApp();
    const row = await fixture.finished(id);
    expect(row).toMatchObject({ status: "succeeded", counts: { received: 120, created: 120 } });
    expect((await fixture.products(workspaceId)).map(({ sku }) => sku)).toEqual(skus(120).slice(70));
  });

  test("is left alone while its lease is valid, and so are the other imports of its workspace", async () => {
    const workspaceId = await fixture.newWorkspace();
    const first = await fixture.send(csvOf(["A"]), { workspaceId });
    await abandonedAfter(first, 0, 3_600);
    const second = await fixture.send(csvOf(["B"]), { workspaceId });
    await fixture.startApp();
    await fixture.finished(await fixture.send(csvOf(["C"]), { workspaceId: await fixture.newWorkspace() }));
    expect([(await fixture.read(first)).lease_owner, (await fixture.read(second)).status]).toEqual(["dead", "queued"]);
    await fixture.query("UPDATE imports SET lease_until = now() - interval '1 second' WHERE id = $1", [first]);
    await fixture.finished(first);
    expect((await fixture.finished(second)).counts).toMatchObject({ created: 1 });
  });

  test("whose rows were written but not counted yet writes none of them twice", async () => {
    const workspaceId = await fixture.newWorkspace();
    await fixture.startApp();
    await fixture.finished(await fixture.send(csvOf(skus(60)), { workspaceId }));
    const events = await fixture.eventTypes(workspaceId);
    const id = await fixture.send(csvOf(skus(60)), { workspaceId });
    expect((await fixture.finished(id)).counts).toMatchObject({ received: 60, unchanged: 60 });
    expect(await fixture.eventTypes(workspaceId)).toEqual([...events, "import.finished"]);
  });

  test("is not changed by the importer that lost its lease", async () => {
    const workspaceId = await fixture.newWorkspace();
    const app = await fixture.startApp();
    const id = await fixture.send(csvOf(skus(20_000)), { workspaceId });
    await eventually(async () => (await fixture.read(id)).counts.received > 0);
    await fixture.query(
      "UPDATE imports SET lease_owner = 'another', lease_until = now() + interval '1 hour' WHERE id = $1",
      [id],
    );
    await eventually(() =>
      fixture.lines.some(({ event, import_id }) => event === "import.lease_lost" && import_id === id),
    );
    const lost = await fixture.read(id);
    await app.stop();
    expect(lost).toMatchObject({ status: "running", lease_owner: "another" });
    expect(lost.counts.received).toBeLessThan(20_000);
  });
});

test("an importer that stops releases its import at once, and the next one finishes it", async () => {
  const workspaceId = await fixture.newWorkspace();
  const app = await fixture.startApp();
  const id = await fixture.send(csvOf(skus(6_000)), { workspaceId });
  await eventually(async () => (await fixture.read(id)).counts.received > 0);
  await app.drain();
  const given = await fixture.read(id);
  expect(given).toMatchObject({ status: "running", finished_at: null });
  await fixture.startApp();
  const row = await fixture.finished(id);
  expect(row.counts).toMatchObject({ received: 6_000, invalid: 0 });
  expect(row.counts.created + row.counts.unchanged).toBe(6_000);
  expect(await fixture.products(workspaceId)).toHaveLength(6_000);
});

test("a cancelled import stops, sends its event, and keeps the rows that it has stored", async () => {
  const workspaceId = await fixture.newWorkspace();
  await fixture.startApp();
  const id = await fixture.send(csvOf(skus(20_000)), { workspaceId });
  await eventually(async () => (await fixture.read(id)).counts.received > 0);
  await fixture.query("UPDATE imports SET cancel_requested = true WHERE id = $1", [id]);
  const row = await fixture.finished(id);
  expect(row.status).toBe("cancelled");
  expect(row.counts.received).toBeLessThan(20_000);
  expect((await fixture.products(workspaceId)).length).toBeGreaterThanOrEqual(row.counts.created);
  expect((await fixture.eventTypes(workspaceId)).at(-1)).toBe("import.finished");
});

test("a workspace that uploads many files does not hold up one that uploads a single file", async () => {
  const many = await fixture.newWorkspace();
  const single = await fixture.newWorkspace();
  const ids: string[] = [];
  for (const sku of skus(5)) ids.push(await fixture.send(csvOf([sku]), { workspaceId: many }));
  const alone = await fixture.send(csvOf(["A"]), { workspaceId: single });
  await fixture.startApp({ settings: { ...fixture.ctx.settings, importsMax: 1 } });
  const ended = await Promise.all([...ids, alone].map((id) => fixture.finished(id)));
  const order = ended.toSorted((a, b) => Number(a.started_at) - Number(b.started_at)).map(({ id }) => id);
  expect(order.indexOf(alone)).toBeLessThanOrEqual(1);
  expect(order.filter((id) => id !== alone)).toEqual(ids);
});
