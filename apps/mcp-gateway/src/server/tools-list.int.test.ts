import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { ask, legacy, modern } from "../testing/ask.js";
import { openGateway, type TestGateway } from "../testing/open-gateway.js";

let gateway: TestGateway;
let token: string;

beforeAll(async () => {
  gateway = await openGateway();
  token = gateway.keyOf(await gateway.newWorkspace());
});
afterAll(() => gateway.close());

/** Four characters to a token is what such JSON comes to in the common tokenizers. */
const tokensOf = (value: unknown): number => Math.ceil(JSON.stringify(value).length / 4);

test.each([
  ["/mcp", () => gateway.url, 5_000, 8_600],
  ["/mcp/public", () => gateway.publicUrl, 2_700, 4_800],
])(
  "P5: the list of tools that %s sends costs a model no more than its budget",
  async (_path, url, withoutOutput, whole) => {
    for (const era of [modern, legacy]) {
      const { json } = await ask(url(), { token, ...era("tools/list") });
      const { tools } = json.result;
      expect(tokensOf(tools.map(({ outputSchema: _output, ...shown }) => shown))).toBeLessThan(withoutOutput);
      expect(tokensOf(tools)).toBeLessThan(whole);
      expect(tokensOf(tools)).toBeGreaterThan(whole / 2);
    }
  },
);
