import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type GatewayFixture, openGatewayFixture } from "../testing/open-gateway.js";
import { legacy, modern, sendRequest } from "../testing/send-request.js";

let gateway: GatewayFixture;
let token: string;

beforeAll(async () => {
  gateway = await openGatewayFixture();
  token = gateway.keyOf(await gateway.newWorkspace());
});
afterAll(() => gateway.close());

/** About four characters per token for such JSON in the common tokenizers. */
const estimateTokens = (value: unknown): number => Math.ceil(JSON.stringify(value).length / 4);

test.each([
  ["/mcp", () => gateway.url, 5_500, 9_500],
  ["/mcp/public", () => gateway.publicUrl, 3_100, 5_500],
])("the tools list of %s stays within its token budget", async (_path, url, withoutOutput, whole) => {
  for (const era of [modern, legacy]) {
    const { json } = await sendRequest(url(), { token, ...era("tools/list") });
    const { tools } = json.result;
    expect(estimateTokens(tools.map(({ outputSchema: _output, ...shown }) => shown))).toBeLessThan(withoutOutput);
    expect(estimateTokens(tools)).toBeLessThan(whole);
    expect(estimateTokens(tools)).toBeGreaterThan(whole / 2);
  }
});
