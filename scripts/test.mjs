// npm test: sets up what the tests need, runs every gate and every test, and ends with `N passed, N failed`.
// npm run test:soak: runs the long tests in the same way.
import "./require-node.mjs";
import { build, install } from "./prepare.mjs";
import { showProgress } from "./run-step.mjs";
import { provideChartTools } from "./test/chart-tools.mjs";
import { provideChromium } from "./test/chromium.mjs";
import { runGates } from "./test/gates.mjs";
import { provideImageTools } from "./test/image-tools.mjs";
import { providePartnerServers } from "./test/partner-servers.mjs";
import { provideRabbitmq } from "./test/rabbitmq.mjs";
import { runJest } from "./test/run-jest.mjs";

const DEFAULT_KINDS = ["gates", "unit", "int", "e2e"];
const KINDS = [...DEFAULT_KINDS, "soak"];
const kinds = chosenKinds(process.argv.slice(2));
const totals = { passed: 0, failed: 0 };
let stopServers = async () => {};

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => void stopServers().finally(() => process.exit(130)));
}

try {
  await install();
  const isBuilt = await builds();
  if (kinds.includes("gates")) add(await runGates());
  await runTests(isBuilt);
} catch (error) {
  console.error(`\n${error.message}`);
  add({ passed: 0, failed: 1 });
} finally {
  await stopServers();
}
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed > 0 ? 1 : 0;

/** The compiler is a gate too: if it fails, everything that does not need its output is still checked. */
async function builds() {
  try {
    await build();
    add({ passed: 1, failed: 0 });
    return true;
  } catch (error) {
    console.error(error.message);
    add({ passed: 0, failed: 1 });
    return false;
  }
}

async function runTests(isBuilt) {
  const projects = kinds.filter((kind) => kind === "unit" || kind === "int");
  const env = await testEnvironment();
  if (projects.length > 0) add(await timed("Unit and integration tests", () => runJest({ projects, env })));
  if (kinds.includes("soak")) add(await timed("Soak tests", () => runJest({ projects: ["soak"], env })));
  if (!kinds.includes("e2e")) return;
  if (isBuilt) add(await timed("End-to-end tests", () => runJest({ projects: ["e2e"], env })));
  else add({ passed: 0, failed: 1 });
}

/** The environment of the tests, without settings that a developer has made for their own deployment. */
async function testEnvironment() {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(SKUCAST_.*|DATABASE_URL|PORT|NODE_OPTIONS)$/.test(name),
  );
  const env = { ...Object.fromEntries(kept), NODE_ENV: "test" };
  if (!["int", "e2e", "soak"].some((kind) => kinds.includes(kind))) return env;
  await providePartnerServers();
  if (kinds.includes("int")) await provideChartTools();
  if (kinds.includes("soak")) await provideImageTools();
  if (kinds.includes("e2e") || kinds.includes("soak")) env.SKUCAST_TEST_BROWSER = await provideChromium();
  const progress = showProgress("RabbitMQ");
  try {
    const { amqpUrl, note, stop } = await provideRabbitmq();
    stopServers = stop;
    progress.end(true, note);
    return { ...env, AMQP_URL: amqpUrl };
  } catch (error) {
    progress.end(false);
    throw error;
  }
}

async function timed(name, work) {
  console.log(`… ${name}`);
  const startedAt = performance.now();
  const result = await work();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `${result.failed > 0 ? "✗" : "✓"} ${name} ${seconds} s (${result.passed} passed, ${result.failed} failed)`,
  );
  return result;
}

function add({ passed, failed }) {
  totals.passed += passed;
  totals.failed += failed;
}

function chosenKinds(args) {
  if (args.length === 0) return DEFAULT_KINDS;
  const [option, kind] = args;
  if (option === "--only" && args.length === 2 && KINDS.includes(kind)) return [kind];
  console.error(`Usage: npm test [-- --only ${KINDS.join("|")}]`);
  process.exit(2);
}
