import { readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { mountVolume, type Volume } from "@skucast/testkit/mount-volume";
import { type ApiFixture, openApiFixture } from "../testing/open-api-fixture.js";

let volume: Volume;
let api: ApiFixture;

beforeAll(async () => {
  volume = mountVolume(1);
  api = await openApiFixture({ SKUCAST_UPLOADS_DIR: volume.path });
});
afterAll(async () => {
  await api.close();
  volume.unmount();
});

const upload = (bytes: number) =>
  api.ask("POST", "/imports", {
    body: `sku,title\n${"S,T\n".repeat(bytes / 4)}`,
    headers: { "Content-Type": "text/csv" },
  });

test("a file that does not fit on the volume is rejected as unavailable and deleted, and a smaller one is accepted", async () => {
  for (const bytes of [1024 * 1024 - 1024, 2 * 1024 * 1024]) {
    const rejected = await upload(bytes + 4096);
    expect([rejected.status, rejected.json.code, rejected.headers.get("retry-after")]).toEqual([
      503,
      "unavailable",
      "60",
    ]);
    expect(readdirSync(volume.path)).toEqual([]);
  }
  expect((await upload(1024)).status).toBe(202);
});
