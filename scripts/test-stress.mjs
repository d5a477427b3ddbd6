// npm run test:stress: runs the tests as npm test does, next to a CPU hog on every core. A test that fails only here
// depends on how fast the machine is.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const pathOf = (/** @type {string} */ script) => fileURLToPath(new URL(script, import.meta.url));

const hog = spawn(process.execPath, [pathOf("test/cpu-hog.mjs")], { stdio: ["pipe", "ignore", "inherit"] });
const tests = spawn(process.execPath, [pathOf("test.mjs"), "--strict", ...process.argv.slice(2)], { stdio: "inherit" });
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.on(signal, () => tests.kill(signal));
const [code] = await once(tests, "exit");
const isHogAlive = hog.exitCode === null && hog.signalCode === null;
hog.stdin.end();
if (!isHogAlive) console.error("The CPU hog ended before the tests did: they ran without load.");
process.exitCode = isHogAlive ? (code ?? 1) : 1;
