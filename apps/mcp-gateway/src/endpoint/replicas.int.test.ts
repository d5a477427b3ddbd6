import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { ask, callOf, legacy, modern } from "../testing/ask.js";
import { fillWorkspace, openGateway, type TestGateway } from "../testing/open-gateway.js";

let gateway: TestGateway;
let token: string;

beforeAll(async () => {
  gateway = await openGateway();
  const workspaceId = await gateway.newWorkspace();
  await fillWorkspace(gateway, workspaceId);
  token = gateway.appOf(workspaceId);
});
afterAll(() => gateway.close());

test.each([
  ["after initialize", legacy],
  ["without a handshake", modern],
])("T10: what one process began another goes on with %s, also when the first is gone", async (_era, era) => {
  const first = await gateway.openReplica();
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  expect((await ask(first.url, { token, ...legacy("initialize", params) })).status).toBe(200);
  const call = (url: string, args: object) =>
    ask(url, { token, ...era("tools/call", callOf("list_channels", { limit: 1, ...args })) });
  expect((await call(first.url, {})).json.result.isError).toBeUndefined();
  await first.close();
  const { json } = await call(gateway.url, {});
  expect(json.result.structuredContent.channels).toHaveLength(1);
});
