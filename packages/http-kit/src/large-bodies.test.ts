import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { unlink } from "node:fs/promises";
import { type ClientRequest, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { defineRoute } from "@skucast/contracts/define-route";
import { LIMITS } from "@skucast/contracts/limits";
import type { Principal } from "@skucast/contracts/principal";
import { createTurns } from "@skucast/service-kit/turns";
import express from "express";
import { z } from "zod";
import { createApiAuthentication } from "./authenticate.js";
import { createFastServer } from "./fast-server.js";
import type { IdempotencyStore, StoredAnswer } from "./idempotency.js";
import { mountRoutes } from "./mount-routes.js";
import { createProblems } from "./problems.js";
import { createRateLimiter } from "./rate-limit.js";

const routes = {
  sendFile: defineRoute({
    id: "sendFile",
    method: "POST",
    path: "/files",
    tag: "Files",
    summary: "Send",
    scope: "products:write",
    upload: { mediaTypes: ["text/csv"], bytesMax: 1_000_000 },
    responses: { 200: z.object({ bytes: z.int() }) },
    errors: [],
  }),
  sendBatch: defineRoute({
    id: "sendBatch",
    method: "POST",
    path: "/batches",
    tag: "Files",
    summary: "Send many",
    scope: "products:write",
    bodyLimit: "batch",
    body: z.strictObject({ items: z.array(z.int()) }),
    responses: { 200: z.object({ items: z.int() }) },
    errors: [],
  }),
};

const principalIn = (workspaceId: string): Principal => ({
  kind: "api_key",
  workspaceId,
  keyId: `key_${workspaceId}`,
  scopes: new Set(["products:write"]),
});

const answers = new Map<string, StoredAnswer>();
const store: IdempotencyStore = {
  async begin({ key }) {
    const known = answers.get(key);
    return known === undefined ? "started" : { replay: known };
  },
  async finish({ key }, answer) {
    answers.set(key, answer);
  },
  async abandon() {},
};

const folder = mkdtempSync(join(tmpdir(), "skucast-uploads-"));
const left = () => readdirSync(folder).length;

async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await delay(10);
}

const turns = createTurns();
/** The workspaces that got a turn, in order. */
const granted: string[] = [];

let server: Server;
let batch = Promise.resolve();
let batchesWaiting = 0;
const open: ClientRequest[] = [];

beforeAll(async () => {
  const router = mountRoutes({
    routes,
    handlers: {
      sendFile: async ({ upload }) => {
        await unlink(upload.path);
        return { json: { bytes: upload.bytes } };
      },
      sendBatch: async ({ body }) => {
        batchesWaiting += 1;
        await batch;
        return { json: { items: body.items.length } };
      },
    },
    authentication: createApiAuthentication({
      publicUrl: "https://skucast.example",
      verify: async (token) => principalIn(token),
    }),
    rateLimiter: createRateLimiter(),
    idempotency: store,
    turns: { next: (workspaceId) => turns.next(workspaceId).then(() => void granted.push(workspaceId)) },
    requireRecentSignIn: () => {},
    problems: createProblems({
      errorDocsUrl: "https://x.test/docs/errors",
      logger: { error: () => {}, warn: () => {} },
      translate: () => null,
    }),
    uploadsDir: folder,
  });
  server = createFastServer(express().use(router));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  for (const each of open.splice(0)) each.destroy();
  await eventually(() => left() === 0);
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

const port = () => (server.address() as AddressInfo).port;
const headersOf = (workspaceId: string) => ({ authorization: `Bearer ${workspaceId}`, "content-type": "text/csv" });

async function send(workspaceId: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`http://127.0.0.1:${port()}/files`, {
    method: "POST",
    headers: { ...headersOf(workspaceId), ...headers },
    body: "sku\nA\n",
  });
  await answer.text();
  return answer;
}

/** Starts an upload that does not end. */
function begin(workspaceId: string): void {
  const started = request({ port: port(), path: "/files", method: "POST", headers: headersOf(workspaceId) });
  started.on("error", () => {});
  started.write("sku\n");
  open.push(started);
}

test("a workspace sends a limited number of files at once, and delays no other", async () => {
  for (let i = 0; i < LIMITS.uploadsOpenMax; i += 1) begin("ws1");
  await eventually(() => left() === LIMITS.uploadsOpenMax);
  const refused = await send("ws1");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
  expect((await send("ws2")).status).toBe(200);
  open.shift()?.destroy();
  await eventually(async () => (await send("ws1")).status === 200);
  expect((await send("ws1")).status).toBe(200);
});

test("a file that is sent again with a known key is not kept, because no handler gets it", async () => {
  const key = { "idempotency-key": "once" };
  expect((await send("ws3", key)).status).toBe(200);
  const again = await send("ws3", key);
  expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
  await eventually(() => left() === 0);
});

test("a workspace has a limited number of batches open, whose bodies are in memory", async () => {
  const sendBatch = async (workspaceId: string, count = 1) => {
    const answer = await fetch(`http://127.0.0.1:${port()}/batches`, {
      method: "POST",
      headers: { ...headersOf(workspaceId), "content-type": "application/json" },
      body: JSON.stringify({ items: Array.from({ length: count }, () => 1) }),
    });
    return { status: answer.status, json: await answer.json() };
  };
  let finish = () => {};
  batch = new Promise((resolve) => {
    finish = resolve;
  });
  const sent = Array.from({ length: LIMITS.batchesOpenMax }, () => sendBatch("ws4"));
  await eventually(() => batchesWaiting === LIMITS.batchesOpenMax);
  expect((await sendBatch("ws4")).status).toBe(429);
  finish();
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(sent.map(() => 200));
  expect(await sendBatch("ws4", 400_000)).toEqual({ status: 200, json: { items: 400_000 } });
});

test("large bodies are parsed in slices, and those of two workspaces take turns", async () => {
  const body = JSON.stringify({ items: Array.from({ length: 1_000_000 }, () => 1) });
  const sendIn = async (workspaceId: string) => {
    const headers = { ...headersOf(workspaceId), "content-type": "application/json" };
    const answer = await fetch(`http://127.0.0.1:${port()}/batches`, { method: "POST", headers, body });
    await answer.text();
    return answer.status;
  };
  granted.length = 0;
  expect(await Promise.all(["ws5", "ws5", "ws5", "ws6"].map(sendIn))).toEqual([200, 200, 200, 200]);
  const places = granted.flatMap((workspaceId, place) => (workspaceId === "ws6" ? [place] : []));
  expect(places.length).toBeGreaterThan(3);
  const own = granted.slice(places[0], places.at(-1)).filter((workspaceId) => workspaceId === "ws5").length;
  expect(own).toBeLessThanOrEqual(places.length);
});
