import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";

const SUITE = createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/dist/index.js");
const SUITE_TIMEOUT_MS = 540_000;

/** Runs MCP's official conformance suite with these arguments; resolves with its exit code and output. */
export async function runConformanceSuite(args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [SUITE, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    timeout: SUITE_TIMEOUT_MS,
  });
  let output = "";
  const onOutput = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on("data", onOutput);
  child.stderr.on("data", onOutput);
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}
