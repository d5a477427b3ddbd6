import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { startSignedInProxy } from "@skucast/mcp-gateway/testing/conformance/start-signed-in-proxy";
import { type GatewayFixture, openGatewayFixture } from "@skucast/mcp-gateway/testing/open-gateway";
import { runConformanceSuite } from "./testing/run-conformance-suite.js";

/*
 * The official suite against the product's servers with the product's tools, including calls that are answered without the
 * SDK. Scenarios that need the suite's own tools, resources or prompts run in mcp-conformance.e2e.test.ts.
 */
const SCENARIOS = {
  "2025-11-25": ["server-initialize", "ping", "tools-list", "dns-rebinding-protection"],
  "2026-07-28": ["tools-list", "caching", "http-header-validation", "dns-rebinding-protection"],
} as const;

let gateway: GatewayFixture;
let proxy: Awaited<ReturnType<typeof startSignedInProxy>>;

beforeAll(async () => {
  const perMinute = "100000";
  const settings = {
    SKUCAST_REQUESTS_PER_MINUTE: perMinute,
    SKUCAST_PUBLIC_REQUESTS_PER_MINUTE: perMinute,
    SKUCAST_PUBLIC_POOL_REQUESTS_PER_MINUTE: perMinute,
  };
  gateway = await openGatewayFixture({ settings });
  proxy = await startSignedInProxy(gateway.origin, gateway.keyOf(await gateway.newWorkspace()));
});
afterAll(async () => {
  await proxy.close();
  await gateway.close();
});

/** Scenarios about lists that the public server does not have. */
const NOT_PUBLIC: ReadonlySet<string> = new Set(["caching"]);

const CASES = Object.entries(SCENARIOS).flatMap(([revision, scenarios]) =>
  scenarios.map((scenario) => [scenario, revision] as const),
);

describe.each([
  ["/mcp", () => `${proxy.origin}/mcp`, CASES],
  ["/mcp/public", () => gateway.publicUrl, CASES.filter(([scenario]) => !NOT_PUBLIC.has(scenario))],
])("%s", (_path, url, cases) => {
  test.each(cases)("passes %s for %s", async (scenario, revision) => {
    const args = ["server", "--url", url(), "--scenario", scenario, "--spec-version", revision];
    const { code, output } = await runConformanceSuite(args);
    expect({ code, output: code === 0 ? "" : output }).toEqual({ code: 0, output: "" });
  });
});
