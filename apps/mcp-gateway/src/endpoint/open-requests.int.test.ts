import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { LIMITS } from "@skucast/contracts/limits";
import { eventually } from "@skucast/testkit/eventually";
import { z } from "zod";
import { type GatewayFixture, openGatewayFixture } from "../testing/open-gateway.js";
import { callOf, legacy, modern, type RequestSpec, sendRequest } from "../testing/send-request.js";
import { defineTool, READS } from "../tools/define-tool.js";

/** A tool that does nothing until its caller disconnects. */
const startedSignals: AbortSignal[] = [];
const waitTool = defineTool({
  name: "wait",
  title: "Wait",
  description: "Waits.",
  scopes: ["products:read"],
  hints: READS,
  input: z.strictObject({}),
  output: z.object({ waited: z.boolean() }),
  run: async ({ signal }) => {
    startedSignals.push(signal);
    if (!signal.aborted) await once(signal, "abort");
    return { waited: true };
  },
});

/** A tool that runs as long as the test wants, even after its caller disconnects. */
const works: (() => void)[] = [];
const workTool = defineTool({
  name: "work",
  title: "Work",
  description: "Works.",
  scopes: ["products:read"],
  hints: READS,
  input: z.strictObject({}),
  output: z.object({}),
  run: () => new Promise<Record<string, never>>((resolve) => works.push(() => resolve({}))),
});

let gateway: GatewayFixture;
let workspaceId: string;

beforeAll(async () => {
  gateway = await openGatewayFixture({ tools: [waitTool, workTool] });
  workspaceId = await gateway.newWorkspace();
});
afterAll(() => gateway.close());

const broken = (stream: IncomingMessage) =>
  new Promise<void>((resolve) => {
    stream
      .on("error", () => {})
      .once("close", resolve)
      .resume();
  });

function open(token: string, { headers, body }: RequestSpec): ClientRequest {
  const req = request(gateway.url, {
    method: "POST",
    headers: {
      Accept: "application/json, text/event-stream",
      "Content-Type": "application/json",
      Authorization: `Bearer ${token}`,
      ...headers,
    },
  });
  req.on("error", () => {}).end(JSON.stringify(body));
  return req;
}

const wait = (token: string) => open(token, legacy("tools/call", callOf("wait")));

test.each([
  ["key", () => gateway.keyOf(workspaceId)],
  ["app", () => gateway.appOf(workspaceId)],
])("an open stream is closed when its %s is revoked, and others stay open", async (_kind, newTokenOf) => {
  const token = newTokenOf();
  const other = newTokenOf();
  const [[stream], [kept]] = (await Promise.all([once(wait(token), "response"), once(wait(other), "response")])) as [
    [IncomingMessage],
    [IncomingMessage],
  ];
  expect(stream.headers["content-type"]).toContain("text/event-stream");
  kept.on("error", () => {}).resume();
  gateway.revoke(token);
  await broken(stream);
  expect(stream.complete).toBe(false);
  expect((await sendRequest(gateway.url, { token, ...modern("tools/list") })).status).toBe(401);
  expect(kept.closed).toBe(false);
  kept.destroy();
});

test.each([
  ["without a handshake", modern],
  ["after initialize", legacy],
])("T11: work %s stops when its client disconnects and when its key is revoked", async (_era, era) => {
  for (const end of [
    (req: ClientRequest) => req.destroy(),
    (_req: ClientRequest, token: string) => gateway.revoke(token),
  ]) {
    startedSignals.length = 0;
    const token = gateway.keyOf(workspaceId);
    const call = open(token, era("tools/call", callOf("wait")));
    const signal = await eventually(() => startedSignals[0]);
    expect(signal.aborted).toBe(false);
    end(call, token);
    await eventually(() => signal.aborted);
  }
});

test("T12: a client learns immediately that its call was accepted, however long it takes", async () => {
  const token = gateway.keyOf(workspaceId);
  const call = wait(token);
  const [answer] = (await once(call, "response", { signal: AbortSignal.timeout(120_000) })) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  call.destroy();
});

test("the resources of a request are released with it", async () => {
  await eventually(() => gateway.listening() === 0);
  await sendRequest(gateway.url, { token: gateway.keyOf(workspaceId), ...modern("tools/list") });
  await eventually(() => gateway.listening() === 0);
});

test("the number of open requests is limited per workspace, without affecting others", async () => {
  const token = gateway.keyOf(workspaceId);
  const streams = Array.from({ length: LIMITS.mcpOpenPerWorkspace }, () => wait(token));
  await Promise.all(streams.map((stream) => once(stream, "response")));
  const { status, json } = await sendRequest(gateway.url, { token, ...modern("tools/list") });
  expect([status, json.error.data.code]).toEqual([429, "rate_limited"]);
  const elsewhere = gateway.keyOf(await gateway.newWorkspace());
  expect((await sendRequest(gateway.url, { token: elsewhere, ...modern("tools/list") })).status).toBe(200);
  for (const stream of streams) stream.destroy();
  await eventually(async () => (await sendRequest(gateway.url, { token, ...modern("tools/list") })).status === 200);
});

test.each([
  ["without a handshake", modern],
  ["after initialize", legacy],
])("work %s that continues without its client still counts as open", async (_era, era) => {
  works.length = 0;
  const id = await gateway.newWorkspace();
  const token = gateway.keyOf(id);
  const left = () => gateway.log.filter((line) => line.includes(id) && line.includes('"http.request"')).length;
  const calls = Array.from({ length: LIMITS.mcpOpenPerWorkspace }, () =>
    open(token, era("tools/call", callOf("work"))),
  );
  await eventually(() => works.length === calls.length);
  for (const call of calls) call.destroy();
  await eventually(() => left() === calls.length);
  expect((await sendRequest(gateway.url, { token, ...modern("tools/list") })).status).toBe(429);
  for (const finish of works) finish();
  await eventually(async () => (await sendRequest(gateway.url, { token, ...modern("tools/list") })).status === 200);
});
