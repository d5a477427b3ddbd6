import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { receiveUpload, type Upload } from "./receive-upload.js";

/** Larger than every buffer on the way. */
const BYTES_MAX = 3_000_000;
const RULE = { mediaTypes: ["text/csv", "application/gzip"], bytesMax: BYTES_MAX };
const folder = mkdtempSync(join(tmpdir(), "skucast-upload-"));
let server: Server;
let outcomes: (Upload | { code?: string; name: string })[] = [];
let notify = () => {};

beforeAll(async () => {
  server = createServer(async (req, res) => {
    const outcome = await receiveUpload(req, RULE, folder).catch((error: { code?: string; name: string }) => error);
    outcomes.push(outcome);
    req.resume();
    res.end();
    notify();
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

async function send(
  body: string | Buffer<ArrayBuffer>,
  headers: Record<string, string> = { "Content-Type": "text/csv" },
) {
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { method: "POST", body, headers });
  const [outcome] = outcomes;
  if (!outcome) throw new Error("nothing was received");
  return outcome as Upload & { code?: string };
}

describe("an uploaded file", () => {
  test("is stored byte for byte, readable only by its owner, with size and hash", async () => {
    const body = randomBytes(BYTES_MAX);
    const upload = await send(body, { "Content-Type": "Text/CSV; charset=utf-8" });
    const sha256 = createHash("sha256").update(body).digest("hex");
    expect(upload).toMatchObject({ bytes: BYTES_MAX, sha256, mediaType: "text/csv" });
    expect(readFileSync(upload.path).equals(body)).toBe(true);
    expect(statSync(upload.path).mode & 0o777).toBe(0o600);
    rmSync(upload.path);
  });

  test("may have no Content-Type, or curl's default one", async () => {
    const upload = await send("a", { "Content-Type": "application/x-www-form-urlencoded" });
    expect(upload.mediaType).toBeNull();
    rmSync(upload.path);
  });

  test.each([
    ["is too large", "x".repeat(BYTES_MAX + 1), { "Content-Type": "text/csv" }, "payload_too_large"],
    ["is of another type", "x", { "Content-Type": "multipart/form-data; boundary=x" }, "unsupported_media_type"],
    ["has another encoding", "x", { "Content-Type": "text/csv", "Content-Encoding": "br" }, "unsupported_media_type"],
    ["is empty", "", { "Content-Type": "text/csv" }, "bad_request"],
  ])("that %s is rejected, and its file is deleted", async (_what, body, headers, code) => {
    expect((await send(body, headers)).code).toBe(code);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("that exceeds its announced size, in chunks, is rejected too", async () => {
    const done = new Promise<void>((resolve) => {
      notify = resolve;
    });
    const req = request({
      port: (server.address() as AddressInfo).port,
      method: "POST",
      headers: { "Content-Type": "text/csv" },
      agent: false, // the server may just be closing a kept-alive connection
    });
    req.on("error", () => undefined);
    for (let i = 0; i < 31; i += 1) req.write("x".repeat(100_000));
    req.end();
    await done;
    expect(outcomes).toEqual([expect.objectContaining({ code: "payload_too_large" })]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("is stored byte for byte even if writes are partial", async () => {
    const body = randomBytes(200_000);
    const restore = await shortenWrites(10_000);
    const upload = await send(body).finally(restore);
    expect(readFileSync(upload.path).equals(body)).toBe(true);
    rmSync(upload.path);
  });

  test("whose sender disconnects is deleted", async () => {
    const done = new Promise<void>((resolve) => {
      notify = resolve;
    });
    const req = request({
      port: (server.address() as AddressInfo).port,
      method: "POST",
      headers: { "Content-Type": "text/csv" },
      agent: false, // the server may just be closing a kept-alive connection
    });
    req.on("error", () => undefined);
    req.write("half a file", () => req.destroy());
    await done;
    expect(outcomes).toEqual([expect.objectContaining({ name: "ClientGone" })]);
    expect(readdirSync(folder)).toEqual([]);
  });
});

/**
 * From now on, until the returned function is called, `FileHandle.write` writes at most this many bytes, as POSIX
 * allows.
 */
async function shortenWrites(bytesMax: number): Promise<() => void> {
  const file = await open("/dev/null", "w");
  const prototype = Object.getPrototypeOf(file) as { write(bytes: Buffer, offset?: number, length?: number): unknown };
  await file.close();
  const { write } = prototype;
  prototype.write = function shortWrite(bytes) {
    return write.call(this, bytes, 0, Math.min(bytes.length, bytesMax));
  };
  return () => {
    prototype.write = write;
  };
}
