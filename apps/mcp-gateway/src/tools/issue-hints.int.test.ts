import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createChannel } from "@skucast/catalog/channels/create-channel";
import { EXECUTABLE_CODES, executeIssueHints, type IssueInterface } from "@skucast/catalog/testing/execute-issue-hints";
import { channelCreateSchema } from "@skucast/contracts/channels/channel";
import { SCOPES } from "@skucast/contracts/scopes";
import { callTools } from "../testing/call-tools.js";
import { type GatewayFixture, openGatewayFixture } from "../testing/open-gateway.js";

let gateway: GatewayFixture;
beforeAll(async () => {
  gateway = await openGatewayFixture({ settings: { SKUCAST_REQUESTS_PER_MINUTE: "100000" } });
});
afterAll(() => gateway.close());

async function openInterface(): Promise<IssueInterface & { close(): Promise<void> }> {
  const workspaceId = await gateway.newWorkspace();
  const principal = { kind: "system", workspaceId, scopes: new Set(SCOPES) } as const;
  const tools = await callTools(gateway.url, gateway.appOf(workspaceId));
  const call = async (name: string, args: Record<string, unknown>) => {
    const { isError, text, structured } = await tools.call(name, args);
    if (isError) throw new Error(`${name} ${JSON.stringify(args)}: ${text}`);
    return structured;
  };
  return {
    newChannel: async (given) => {
      const channel = channelCreateSchema.parse({ name: "Shop", ...given });
      return (await createChannel({ ctx: gateway.ctx.catalog, principal, input: { channel } })).id;
    },
    store: async (products) => {
      const { results } = await call("upsert_products", { products });
      return results.flatMap((result) => (result.error ? [JSON.stringify(result.error)] : []));
    },
    configure: async (channel_id, patch) => void (await call("update_channel", { channel_id, ...patch })),
    codesOf: async (channel_id) => {
      const { issues } = await call("get_channel_issues", { channel_id });
      return issues.map(({ code }) => code);
    },
    close: () => tools.close(),
  };
}

test.each(EXECUTABLE_CODES)("what the hint of %s recommends works through MCP", async (code) => {
  const shown = await openInterface();
  const executed = await executeIssueHints(shown, code);
  expect(executed).toEqual(
    executed.map(({ hint }) => ({ hint, rejected: [], isShownBefore: true, isShownAfter: false })),
  );
  await shown.close();
});
