import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Problem } from "@skucast/contracts/problem";
import express, { type NextFunction, type Request, type Response } from "express";
import { createDashboardFilesRouter, notFoundRouter } from "./dashboard-files.js";

/** Larger than every buffer on the way, also compressed. */
const SCRIPT = Array.from(
  { length: 30_000 },
  (_, i) => `export const a${i} = ${(i * 2_654_435_761) % 4_294_967_296};\n`,
).join("");
const STYLE = "main { color: red }";
let folder: string;
let server: Server;
let base: string;

async function listen(at: string): Promise<[Server, string]> {
  const app = express().use(createDashboardFilesRouter({ folder: at, places: ["products"] }));
  app.use(notFoundRouter({ folder: at, programPaths: ["api", "assets"] }));
  app.use((error: unknown, _req: Request, res: Response, _next: NextFunction) => {
    res.status(error instanceof Problem && error.code === "method_not_allowed" ? 405 : 503).end();
  });
  const opened = createServer(app).listen(0, "127.0.0.1");
  await new Promise((resolve) => opened.once("listening", resolve));
  return [opened, `http://127.0.0.1:${(opened.address() as AddressInfo).port}`];
}

function close(opened: Server): Promise<void> {
  opened.closeAllConnections();
  return new Promise((resolve) => opened.close(() => resolve()));
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "skucast-dashboard-"));
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), `<!doctype html><title>The document</title><style>${STYLE}</style>`);
  writeFileSync(join(folder, "assets/main-1a2b.js"), SCRIPT);
  writeFileSync(join(folder, "assets/main-1a2b.js.gz"), gzipSync(SCRIPT));
  writeFileSync(join(folder, ".hidden"), "secret");
  [server, base] = await listen(folder);
});
afterAll(async () => {
  await close(server);
  rmSync(folder, { recursive: true });
});

describe("the document", () => {
  test.each(["/", "/products", "/products/TEE-1", "/products/a/b.c"])("is answered at %s, never kept", async (path) => {
    const answer = await fetch(base + path);
    expect(await answer.text()).toContain("The document");
    expect(answer.headers.get("cache-control")).toBe("no-cache");
  });

  test("allows only scripts and styles of its origin, inline only its own style sheet, and cannot be framed", async () => {
    const policy = (await fetch(base)).headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(
      /default-src 'none'.*script-src 'self'; style-src 'self' 'sha256-[^' ]+'; .*frame-ancestors 'none'/,
    );
    expect(policy).toContain(createHash("sha256").update(STYLE).digest("base64"));
    expect(policy).toContain("; img-src 'self' data: https:;");
    expect(policy.replace("data: https:", "")).not.toMatch(/unsafe|\*|https?:/);
  });

  test("accepts only GET and HEAD", async () => {
    expect((await fetch(base, { method: "POST" })).status).toBe(405);
    const head = await fetch(base, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });
});

describe("files", () => {
  test("with a hash in their name are cached permanently, and compressed if the client accepts it", async () => {
    const url = `${base}/assets/main-1a2b.js`;
    const packed = await fetch(url, { headers: { "Accept-Encoding": "gzip" } });
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    expect(packed.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(packed.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(await packed.text()).toBe(SCRIPT);
    const plain = await fetch(url, { headers: { "Accept-Encoding": "identity" } });
    expect([plain.headers.get("content-encoding"), await plain.text()]).toEqual([null, SCRIPT]);
  });

  test.each([
    "/other",
    "/productsx",
    "/assets/none.js",
    "/assets/%2e%2e/%2e%2e/etc/passwd",
    "/.hidden",
    "/Products",
    "//",
  ])("%s is passed on to the next router", async (path) => expect((await fetch(base + path)).status).toBe(404));
});

describe("an unknown path", () => {
  const HTML = { headers: { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" } };

  test.each(["/other", "/other/place", "/productsx"])(
    "a browser gets the dashboard at %s, with status 404",
    async (path) => {
      const answer = await fetch(base + path, HTML);
      expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining("The document")]);
      expect(answer.headers.get("content-security-policy")).toMatch(/default-src 'none'/);
    },
  );

  test.each([
    ["/api/none", HTML],
    ["/assets/none.js", HTML],
    ["/other", { ...HTML, method: "POST" }],
    ["/other", {}],
  ])("%s is passed on for programs", async (path, init) => {
    const answer = await fetch(base + path, init);
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain("The document");
  });
});

test("without a build, the dashboard paths are unavailable", async () => {
  const [bare, address] = await listen(join(folder, "none"));
  expect((await fetch(`${address}/products`)).status).toBe(503);
  expect((await fetch(`${address}/other`)).status).toBe(404);
  await close(bare);
});
