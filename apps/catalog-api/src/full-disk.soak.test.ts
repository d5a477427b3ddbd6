import { chownSync, statSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { queryCluster } from "@skucast/testkit/create-test-database";
import { eventually } from "@skucast/testkit/eventually";
import { mountVolume, type Volume } from "@skucast/testkit/mount-volume";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";

const WRITES_MAX = 500;
let disk: Volume;
let api: ApiFixture;
let tablespace: string;

beforeAll(async () => {
  disk = mountVolume(128);
  api = await openApiFixture({}, async ({ name }) => {
    const [row] = await queryCluster("SHOW data_directory");
    const { uid, gid } = statSync(String(row?.data_directory));
    chownSync(disk.path, uid, gid);
    tablespace = `small_${name}`;
    await queryCluster(`CREATE TABLESPACE ${tablespace} LOCATION '${disk.path}'`);
    await queryCluster(`ALTER DATABASE ${name} SET TABLESPACE ${tablespace}`);
  });
});

afterAll(async () => {
  disk.makeRoom();
  await api.close();
  await queryCluster(`DROP TABLESPACE ${tablespace}`);
  disk.unmount();
});

const becomes = (status: number) =>
  eventually(
    async () => {
      const answer = await api.ask("GET", "//readyz");
      return answer.status === status && answer.json;
    },
    { timeoutMs: 60_000 },
  );

let writtenCount = 0;
function write() {
  writtenCount += 1;
  const large = { title: "T", description: "x".repeat(4_000), price_amount: 1, price_currency: "USD" };
  return api.ask("POST", "/products", { body: { sku: `S${writtenCount}`, ...large, availability: "in_stock" } });
}

test("with a full database disk the API is not ready, rejects writes as unavailable, answers reads, and recovers by itself", async () => {
  await becomes(200);
  expect((await write()).status).toBe(201);
  disk.fill();
  expect(await becomes(503)).toMatchObject({
    status: "not_ready",
    checks: expect.arrayContaining([{ name: "database", ok: false, error: "the disk of the database is full" }]),
  });
  // Some writes still fit into existing pages; none may cause a server error.
  const rejected = await firstRejected();
  expect([rejected.status, rejected.json.code, rejected.headers.get("retry-after")]).toEqual([503, "unavailable", "2"]);
  expect((await api.ask("GET", "/products/S1")).status).toBe(200);
  disk.makeRoom();
  await becomes(200);
  expect((await write()).status).toBe(201);
});

async function firstRejected() {
  for (let i = 0; i < WRITES_MAX; i += 1) {
    const answer = await write();
    if (answer.status !== 201) return answer;
  }
  throw new Error(`The disk accepted ${WRITES_MAX} more writes.`);
}
