import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@jest/globals";
import express from "express";
import { landingRouter } from "./landing-page.js";

test("a browser finds a page at / that escapes what it shows, and nothing below it", async () => {
  const app = express().use(landingRouter({ sentence: "Rooms & <doors>", links: { "/docs": "The reference" } }));
  const server = createServer(app).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const page = await fetch(`${base}/`);
  expect(page.headers.get("content-type")).toContain("text/html");
  expect(await page.text()).toContain("Rooms &amp; &lt;doors&gt;");
  expect((await fetch(`${base}/other`)).status).toBe(404);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
