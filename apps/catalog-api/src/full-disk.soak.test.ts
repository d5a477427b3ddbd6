import { execFileSync } from "node:child_process";
import { appendFileSync, chownSync, mkdtempSync, rmdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { askCluster } from "@skucast/testkit/create-test-database";
import { eventually } from "@skucast/testkit/eventually";
import { openApi, type TestApi } from "./testing/open-api.js";

/** A small disk of its own for the database: mounting one needs root. */
const disk = mkdtempSync(join(tmpdir(), "skucast-disk-"));
const filler = join(disk, "filler");
const BLOCK = Buffer.alloc(1024 * 1024);
const WRITES_MAX = 500;
let api: TestApi;
let tablespace: string;

beforeAll(async () => {
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=128m,mode=700", "tmpfs", disk]);
  api = await openApi({}, async ({ name }) => {
    const [row] = await askCluster("SHOW data_directory");
    const { uid, gid } = statSync(String(row?.data_directory));
    chownSync(disk, uid, gid);
    tablespace = `small_${name}`;
    await askCluster(`CREATE TABLESPACE ${tablespace} LOCATION '${disk}'`);
    await askCluster(`ALTER DATABASE ${name} SET TABLESPACE ${tablespace}`);
  });
});

afterAll(async () => {
  rmSync(filler, { force: true });
  await api.close();
  await askCluster(`DROP TABLESPACE ${tablespace}`);
  execFileSync("umount", [disk]);
  rmdirSync(disk);
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

test("a full disk of the database is not ready with the reason, refuses writes as unavailable, and comes back by itself", async () => {
  await becomes(200);
  expect((await write()).status).toBe(201);
  expect(() => {
    for (;;) appendFileSync(filler, BLOCK);
  }).toThrow("ENOSPC");
  expect(await becomes(503)).toMatchObject({
    status: "not_ready",
    checks: expect.arrayContaining([{ name: "database", ok: false, error: "the disk of the database is full" }]),
  });
  // Some writes still find room in pages that are there; none may be answered as a fault of ours.
  const refused = await firstRefused();
  expect([refused.status, refused.json.code, refused.headers.get("retry-after")]).toEqual([503, "unavailable", "2"]);
  rmSync(filler);
  await becomes(200);
  expect((await write()).status).toBe(201);
});

async function firstRefused() {
  for (let i = 0; i < WRITES_MAX; i += 1) {
    const answer = await write();
    if (answer.status !== 201) return answer;
  }
  throw new Error(`The disk took ${WRITES_MAX} writes more.`);
}
