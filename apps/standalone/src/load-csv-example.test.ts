import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { faultsOf } from "@skucast/contracts/faults";
import { productUpsertSchema } from "@skucast/contracts/products/product";

const folder = fileURLToPath(new URL("../../../docs/examples/load-csv/", import.meta.url));
const KEY = "skc_sk_example";
let answersLeftBusy = 0;
let server: Server;

/** Checks items as the API does, by the same contract. */
function resultsOf(items: readonly unknown[]) {
  return items.map((item, index) => {
    const parsed = productUpsertSchema.safeParse(item);
    if (parsed.success) return { index, sku: parsed.data.sku, status: "created", version: 1 };
    const errors = faultsOf(parsed.error, productUpsertSchema);
    return { index, sku: null, status: "failed", error: { code: "validation_failed", detail: "", errors } };
  });
}

beforeAll(async () => {
  server = createServer(async (req, res) => {
    const { items } = JSON.parse(await text(req)) as { items: unknown[] };
    if (answersLeftBusy > 0) {
      answersLeftBusy -= 1;
      res.writeHead(429, { "Retry-After": "0" }).end(JSON.stringify({ code: "rate_limited", detail: "" }));
      return;
    }
    expect(req.headers.authorization).toBe(`Bearer ${KEY}`);
    res.end(JSON.stringify({ results: resultsOf(items) }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterAll(() => void server.close());

async function load(): Promise<{ output: string; code: number | null }> {
  const { port } = server.address() as AddressInfo;
  const env = { ...process.env, SKUCAST_URL: `http://127.0.0.1:${port}`, SKUCAST_API_KEY: KEY };
  const child = spawn(process.execPath, ["load-csv.mjs", "products.csv", "mapping.json"], { cwd: folder, env });
  const [output] = await Promise.all([text(child.stdout), once(child, "exit")]);
  return { output, code: child.exitCode };
}

test("the example accounts for every row of its file: stored, refused with the line and the reason, or a duplicate", async () => {
  const { output, code } = await load();
  expect(output).toContain("line 6: WH-1 stands on line 5 already");
  expect(output).toContain("line 7: (no SKU): /price_amount must be a number");
  expect(output).toContain("6 rows = 4 created + 0 updated + 0 unchanged + 1 failed + 1 duplicate");
  expect(code).toBe(1);
});

test("the example waits when the service is busy and loses nothing", async () => {
  answersLeftBusy = 2;
  const { output } = await load();
  expect(output).toContain("6 rows = 4 created");
});
