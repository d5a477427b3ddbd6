import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { receiveUpload, type Upload } from "./receive-upload.js";

const RULE = { mediaTypes: ["text/csv", "application/gzip"], bytesMax: 1_000 };
const folder = mkdtempSync(join(tmpdir(), "skucast-upload-"));
let server: Server;
let outcomes: (Upload | { code?: string; name: string })[] = [];
let told = () => {};

beforeAll(async () => {
  server = createServer(async (req, res) => {
    const outcome = await receiveUpload(req, RULE, folder).catch((error: { code?: string; name: string }) => error);
    outcomes.push(outcome);
    req.resume();
    res.end();
    told();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  outcomes = [];
});

async function send(body: string, headers: Record<string, string> = { "Content-Type": "text/csv" }) {
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { method: "POST", body, headers });
  const [outcome] = outcomes;
  if (!outcome) throw new Error("nothing was received");
  return outcome as Upload & { code?: string };
}

describe("an uploaded file", () => {
  test("is stored byte for byte, for its owner alone, with its size and hash", async () => {
    const upload = await send("sku\nÄ\n", { "Content-Type": "Text/CSV; charset=utf-8" });
    expect(upload).toMatchObject({ bytes: 7, mediaType: "text/csv" });
    expect(upload.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(readFileSync(upload.path, "utf8")).toBe("sku\nÄ\n");
    expect(statSync(upload.path).mode & 0o777).toBe(0o600);
    rmSync(upload.path);
  });

  test("may come without a Content-Type, or with the one that curl sends unless told", async () => {
    const upload = await send("a", { "Content-Type": "application/x-www-form-urlencoded" });
    expect(upload.mediaType).toBeNull();
    rmSync(upload.path);
  });

  test.each([
    ["is too large", "x".repeat(1_001), { "Content-Type": "text/csv" }, "payload_too_large"],
    ["is of another type", "x", { "Content-Type": "multipart/form-data; boundary=x" }, "unsupported_media_type"],
    ["is packed otherwise", "x", { "Content-Type": "text/csv", "Content-Encoding": "br" }, "unsupported_media_type"],
    ["is empty", "", { "Content-Type": "text/csv" }, "bad_request"],
  ])("that %s is refused and leaves nothing behind", async (_what, body, headers, code) => {
    expect((await send(body, headers)).code).toBe(code);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("that is larger than its sender says, in chunks, is refused too", async () => {
    const done = new Promise<void>((resolve) => {
      told = resolve;
    });
    const req = request({
      port: (server.address() as AddressInfo).port,
      method: "POST",
      headers: { "Content-Type": "text/csv" },
    });
    req.on("error", () => undefined);
    for (let i = 0; i < 30; i += 1) req.write("x".repeat(100));
    req.end();
    await done;
    expect(outcomes).toEqual([expect.objectContaining({ code: "payload_too_large" })]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("whose sender goes away in the middle leaves nothing behind", async () => {
    const done = new Promise<void>((resolve) => {
      told = resolve;
    });
    const req = request({
      port: (server.address() as AddressInfo).port,
      method: "POST",
      headers: { "Content-Type": "text/csv" },
    });
    req.on("error", () => undefined);
    req.write("half a file", () => req.destroy());
    await done;
    expect(outcomes).toEqual([expect.objectContaining({ name: "ClientGone" })]);
    expect(readdirSync(folder)).toEqual([]);
  });
});
