import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { reservePort } from "@skucast/testkit/reserve-port";
import { oauthWire } from "./testing/oauth-wire.js";
import { openBrowser, type TestBrowser } from "./testing/open-browser.js";
import { createDeploymentOnTestDatabase, type Deployment } from "./testing/run-deployment.js";

const SUITE = createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/dist/index.js");
const SUITE_TIMEOUT_MS = 540_000;
const SPEC_VERSIONS = ["2025-11-25", "2026-07-28"];
let deployment: Deployment;
let browser: TestBrowser;

beforeAll(async () => {
  deployment = await createDeploymentOnTestDatabase();
  [browser] = await Promise.all([openBrowser(), deployment.start()]);
});
afterAll(async () => {
  await browser.close();
  await deployment.remove();
});

/** Runs the suite; `onUrl` is called with the URL that it asks a user to open. */
async function runSuite(
  args: readonly string[],
  onUrl: (url: string) => void,
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [SUITE, "authorization", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    timeout: SUITE_TIMEOUT_MS,
  });
  let output = "";
  let isAsked = false;
  const onOutput = (chunk: Buffer) => {
    output += chunk.toString();
    const url = /^(http\S+\/oauth\/authorize\?\S+)$/m.exec(output)?.[1];
    if (url === undefined || isAsked) return;
    isAsked = true;
    onUrl(url);
  };
  child.stdout.on("data", onOutput);
  child.stderr.on("data", onOutput);
  const [code] = await once(child, "close");
  return { code, output };
}

test.each(SPEC_VERSIONS)(
  "the official conformance suite of %s passes both of its scenarios for authorization servers",
  async (version) => {
    const person = await browser.newPerson(deployment.baseUrl);
    await person.signUp();
    const port = await reservePort();
    const metadata = { client_name: "Conformance", redirect_uris: [`http://127.0.0.1:${port}/callback`] };
    const { json } = await oauthWire(deployment.baseUrl).register(metadata);
    const args = ["--url", deployment.baseUrl, "--client-id", json.client_id, "--port", String(port)];
    const more = ["--resource", `${deployment.baseUrl}/mcp`, "--spec-version", version];
    const answered: Promise<URL>[] = [];
    const { code, output } = await runSuite([...args, ...more], (url) => answered.push(person.answer(url)));
    await person.leave();
    expect(answered).toHaveLength(1);
    expect(output).toMatch(/authorization-server-metadata-endpoint: \d+ passed, 0 failed/);
    expect(output).toMatch(/authorization-code-grant: 1 passed, 0 failed/);
    expect(code).toBe(0);
  },
);
