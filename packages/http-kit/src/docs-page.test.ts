import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { ERROR_CODES } from "@skucast/contracts/error-codes";
import express from "express";
import { createDocsRouter, createDocumentRouter } from "./docs-page.js";
import { escapeHtml } from "./html.js";

let server: Server;
let base: string;
beforeAll(async () => {
  const app = express();
  app.use("/api/docs", createDocsRouter({ openApiUrl: "/api/openapi.json" }));
  app.use(
    "/api/openapi.json",
    createDocumentRouter(() => ({ openapi: "3.1.0" })),
  );
  await new Promise<void>((resolve) => {
    server = app.listen(0, "127.0.0.1", () => resolve());
  });
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test("everything that the page references exists, and nothing is loaded from another host", async () => {
  const page = await (await fetch(`${base}/api/docs`)).text();
  const addresses = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? "");
  expect(addresses).toHaveLength(4);
  for (const address of addresses) {
    expect(address).toMatch(/^\/api\/docs\//);
    expect((await fetch(base + address)).status).toBe(200);
  }
});

test("only our own script files run", async () => {
  const answer = await fetch(`${base}/api/docs`);
  const policy = answer.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("default-src 'none';");
  expect(await answer.text()).not.toMatch(/<script>|onload=/);
});

test("the page reads the document at the given URL", async () => {
  expect(await (await fetch(`${base}/api/docs/initializer.js`)).text()).toContain('"url":"/api/openapi.json"');
  const document = await fetch(`${base}/api/openapi.json`);
  const tag = document.headers.get("etag") ?? "";
  expect(await document.json()).toEqual({ openapi: "3.1.0" });
  expect((await fetch(`${base}/api/openapi.json`, { headers: { "if-none-match": tag } })).status).toBe(304);
});

test("every error code has its anchor", async () => {
  const page = await (await fetch(`${base}/api/docs/errors`)).text();
  for (const code of Object.keys(ERROR_CODES)) expect(page).toContain(`<article id="${code}">`);
  expect(page).toContain("prefers-color-scheme: dark");
});

test("other files of the package are not served", async () => {
  expect((await fetch(`${base}/api/docs/package.json`)).status).toBe(404);
  expect((await fetch(`${base}/api/docs/%2e%2e/package.json`)).status).toBe(404);
});

test("strings are escaped for content and attributes", () => {
  expect(escapeHtml(`<a b="c" d='e'>&`)).toBe("&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;");
});
