// The official Standard Webhooks library for Python, in a separate process.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";

const LIBRARY = "standardwebhooks==1.1.0";
const PROGRAM = fileURLToPath(new URL("./programs/verify-webhooks.py", import.meta.url));
const INSTALL_MS = 60_000;
const VERIFY_MS = 180_000;

/**
 * Returns a function that says for each request whether the library accepts it; undefined if there is no Python, or the
 * library is neither installed nor can be installed (into `dir`).
 */
export function findPythonVerifier(dir) {
  const folder = join(dir, "python");
  const env = { ...process.env, PYTHONPATH: [process.env.PYTHONPATH, folder].filter(Boolean).join(":") };
  const python = (timeout, ...args) => spawnSync("python3", args, { env, timeout }).status === 0;
  const isThere = () => python(INSTALL_MS, "-c", "import standardwebhooks");
  const install = () =>
    python(INSTALL_MS, "-m", "pip", "install", "--quiet", "--retries", "0", "--target", folder, LIBRARY);
  if (!isThere() && !(install() && isThere())) return undefined;
  return (secret, requests) => verify(env, secret, requests);
}

async function verify(env, secret, requests) {
  const child = spawn("python3", [PROGRAM], { env, timeout: VERIFY_MS, stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const [output] = await Promise.all([text(child.stdout), pipeline(linesOf(secret, requests), child.stdin)]);
  const [code] = await exited;
  const verdicts = output.trim().split("\n");
  if (code !== 0 || verdicts.length !== requests.length) throw new Error(`Python ended with ${code}`);
  return verdicts.map((verdict) => verdict === "1");
}

function* linesOf(secret, requests) {
  yield `${secret}\n`;
  for (const { headers, body } of requests) yield `${JSON.stringify({ headers, body: body.toString("base64") })}\n`;
}
