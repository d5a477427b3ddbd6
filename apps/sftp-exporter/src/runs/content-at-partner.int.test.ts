import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type MemoryPartner, startMemoryPartner } from "@skucast/sftp/testing/start-memory-partner";
import { eventually } from "@skucast/testkit/eventually";
import { type House, openHouse, product } from "../testing/open-house.js";

/** With descriptions of 4 kB the file is larger than every buffer on its way: 2 MiB of writes that are not acknowledged. */
const PRODUCT_COUNT = 700;
const description = "Woven in Portugal from long-staple cotton, washed once, and cut for an easy fit. ".repeat(50);

let house: House;
let partner: MemoryPartner;
beforeAll(async () => {
  [house, partner] = await Promise.all([openHouse(), startMemoryPartner()]);
  await house.addProducts(Array.from({ length: PRODUCT_COUNT }, (_, i) => product(`SKU-${i}`, { description })));
  await house.startApp();
});
afterAll(async () => {
  await house.close();
  await partner.stop();
});

test.each(["rename", "direct", "manifest_last", "trigger"] as const)(
  "a host that splits blocks into smaller writes holds the bytes of the run, by %s",
  async (strategy) => {
    partner.files.clear(); // each strategy has to bring all of the file
    const { port, auth, hostKeys } = partner.target;
    const destination = await house.addDestination(undefined, { port, auth, hostKeys: [...hostKeys], strategy });
    const runId = await house.queueRun(await house.addFeed({ destinations: [destination] }));
    const run = await eventually(
      async () => {
        const found = await house.run(runId);
        return found.finished_at !== null && found;
      },
      { timeoutMs: 50_000 },
    );
    const kept = readFileSync(join(house.filesDir, house.workspaceId, runId, "products.csv"));
    expect(run).toMatchObject({ status: "succeeded", deliveries: [{ status: "delivered" }] });
    expect(kept.length).toBeGreaterThan(2_500_000);
    expect(partner.files.get("products.csv")?.equals(kept)).toBe(true);
  },
);
