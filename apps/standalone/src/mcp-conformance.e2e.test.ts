import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createFixtureServers } from "@skucast/mcp-gateway/testing/conformance/fixture-server";
import { startSignedInProxy } from "@skucast/mcp-gateway/testing/conformance/start-signed-in-proxy";
import { type GatewayFixture, openGatewayFixture } from "@skucast/mcp-gateway/testing/open-gateway";
import { runConformanceSuite } from "./testing/run-conformance-suite.js";

const WITHOUT_SESSIONS = fileURLToPath(new URL("./mcp-conformance.2025-11-25.yaml", import.meta.url));

let gateway: GatewayFixture;
let proxy: Awaited<ReturnType<typeof startSignedInProxy>>;

beforeAll(async () => {
  const settings = { SKUCAST_REQUESTS_PER_MINUTE: "100000" };
  gateway = await openGatewayFixture({ other: createFixtureServers(), settings });
  proxy = await startSignedInProxy(gateway.origin, gateway.keyOf(await gateway.newWorkspace()));
});
afterAll(async () => {
  await proxy.close();
  await gateway.close();
});

test.each([
  ["2025-11-25", ["--expected-failures", WITHOUT_SESSIONS]],
  ["2026-07-28", []],
])(
  "the endpoint passes the official suite for revision %s, except for the listed checks with their reasons",
  async (revision, more) => {
    const url = `${proxy.origin}/mcp`;
    const { code, output } = await runConformanceSuite(["server", "--url", url, "--requirements", revision, ...more]);
    // The output says which scenario failed, or which expected failure passes now.
    expect({ code, output: code === 0 ? "" : output }).toEqual({ code: 0, output: "" });
    expect(output).toMatch(/✓ dns-rebinding-protection: [1-9]/);
  },
);
