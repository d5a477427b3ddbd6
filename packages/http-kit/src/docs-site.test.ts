import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import express from "express";
import { createDocsSiteRouter } from "./docs-site.js";

let folder: string;
let server: Server;
let base: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "skucast-docs-site-"));
  mkdirSync(join(folder, "built/assets"), { recursive: true });
  mkdirSync(join(folder, "built/how-to"));
  writeFileSync(join(folder, "built/index.html"), "the first page");
  writeFileSync(join(folder, "built/404.html"), "no such page");
  writeFileSync(join(folder, "built/how-to/map-a-channel.html"), "how to map a channel");
  writeFileSync(join(folder, "built/assets/app.1a2b.js"), "run()");
  writeFileSync(join(folder, "secret.txt"), "secret");
  const app = express();
  app.use("/docs", createDocsSiteRouter({ folder: join(folder, "built") }));
  app.use("/not-built", createDocsSiteRouter({ folder: join(folder, "missing") }));
  server = createServer(app).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

describe("the built site", () => {
  test.each([
    ["/docs", "the first page"],
    ["/docs/", "the first page"],
    ["/docs/how-to/map-a-channel", "how to map a channel"],
  ])("answers %s with its page, checked again each time", async (path, text) => {
    const answer = await fetch(base + path);
    expect(await answer.text()).toBe(text);
    expect(answer.headers.get("cache-control")).toBe("no-cache");
  });

  test("lets only scripts of its origin run and cannot be framed", async () => {
    const policy = (await fetch(`${base}/docs/`)).headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/default-src 'none'.*script-src 'self';.*frame-ancestors 'none'/);
  });

  test("lets browsers keep the files that have a hash in their name", async () => {
    const answer = await fetch(`${base}/docs/assets/app.1a2b.js`);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  });

  test.each(["/docs/nothing", "/docs/..%2fsecret.txt"])("has no page at %s", async (path) => {
    const answer = await fetch(base + path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe("no such page");
  });
});

test("says how to build the site where it has not been built", async () => {
  const answer = await fetch(`${base}/not-built/how-to/map-a-channel`);
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain("npm run docs:site");
});
