import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { fillWorkspace, type GatewayFixture, openGatewayFixture } from "../testing/open-gateway.js";
import { callOf, legacy, modern, sendRequest } from "../testing/send-request.js";

let gateway: GatewayFixture;
let token: string;

beforeAll(async () => {
  gateway = await openGatewayFixture();
  const workspaceId = await gateway.newWorkspace();
  await fillWorkspace(gateway, workspaceId);
  token = gateway.appOf(workspaceId);
});
afterAll(() => gateway.close());

test.each([
  ["after initialize", legacy],
  ["without a handshake", modern],
])("T10: another process continues with %s, also when the first one is gone", async (_era, era) => {
  const first = await gateway.openReplica();
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  expect((await sendRequest(first.url, { token, ...legacy("initialize", params) })).status).toBe(200);
  const call = (url: string, args: object) =>
    sendRequest(url, { token, ...era("tools/call", callOf("list_channels", { limit: 1, ...args })) });
  expect((await call(first.url, {})).json.result.isError).toBeUndefined();
  await first.close();
  const { json } = await call(gateway.url, {});
  expect(json.result.structuredContent.channels).toHaveLength(1);
});
