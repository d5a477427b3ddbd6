import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openApi, type TestApi } from "../testing/open-api.js";

/** A small volume of its own for uploads: mounting one needs root. */
const volume = mkdtempSync(join(tmpdir(), "skucast-uploads-"));
let api: TestApi;

beforeAll(async () => {
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", volume]);
  api = await openApi({ SKUCAST_UPLOADS_DIR: volume });
});
afterAll(async () => {
  await api.close();
  execFileSync("umount", [volume]);
  rmdirSync(volume);
});

const upload = (bytes: number) =>
  api.ask("POST", "/imports", {
    body: `sku,title\n${"S,T\n".repeat(bytes / 4)}`,
    headers: { "Content-Type": "text/csv" },
  });

test("a file for which the volume has no room is refused as unavailable, nothing of it stays, and a smaller one is taken", async () => {
  for (const bytes of [1024 * 1024 - 1024, 2 * 1024 * 1024]) {
    const refused = await upload(bytes + 4096);
    expect([refused.status, refused.json.code, refused.headers.get("retry-after")]).toEqual([503, "unavailable", "60"]);
    expect(readdirSync(volume)).toEqual([]);
  }
  expect((await upload(1024)).status).toBe(202);
});
