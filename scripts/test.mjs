// npm test: sets up what the tests need, runs every gate and every test, and ends with `N passed, N failed`.
// A few files that fail are run once more and named as flaky if they pass then; with --strict they are not.
// npm run test:soak: runs the long tests in the same way.
import "./require-node.mjs";
import { parseArgs } from "node:util";
import { build, generate, install } from "./prepare.mjs";
import { showProgress } from "./run-step.mjs";
import { provideChartTools } from "./test/chart-tools.mjs";
import { provideChromium } from "./test/chromium.mjs";
import { runGates, runSiteGate } from "./test/gates.mjs";
import { provideImageTools } from "./test/image-tools.mjs";
import { providePartnerServers } from "./test/partner-servers.mjs";
import { provideRabbitmq } from "./test/rabbitmq.mjs";
import { runJest } from "./test/run-jest.mjs";

const DEFAULT_KINDS = ["gates", "unit", "int", "e2e"];
const KINDS = [...DEFAULT_KINDS, "soak"];
/** These tests run the built programs. */
const NEED_BUILD = ["e2e", "soak"];
const { kinds, isStrict } = chosen();
const totals = { passed: 0, failed: 0 };
/** @type {() => Promise<unknown>} */
let stopServers = async () => {};

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => void stopServers().finally(() => process.exit(130)));
}

/** Steps that run at the same time write whole lines; a counter on a terminal would overwrite those of the others. */
const out = { write: (/** @type {string} */ text) => process.stdout.write(text) };
const installed = install({ out });
const provided = testEnvironment().catch(asError);

try {
  await installed;
  await generate({ out });
  const built = builds();
  if (kinds.includes("gates")) add(await runGates({ built }));
  const isBuilt = await built;
  if (kinds.includes("soak")) add(await runSiteGate());
  const env = await provided;
  if (env instanceof Error) throw env;
  await runTests(isBuilt, env);
} catch (error) {
  console.error(`\n${asError(error).message}`);
  add({ passed: 0, failed: 1 });
} finally {
  await provided;
  await stopServers();
}
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed > 0 ? 1 : 0;

/** The compiler is a gate too: if it fails, everything that does not need its output is still checked. */
async function builds() {
  try {
    await build({ out });
    add({ passed: 1, failed: 0 });
    return true;
  } catch (error) {
    console.error(asError(error).message);
    add({ passed: 0, failed: 1 });
    return false;
  }
}

/**
 * Runs all kinds of tests at once, so that cores which one test leaves idle are used by others.
 * @param {boolean} isBuilt
 * @param {NodeJS.ProcessEnv} env
 */
async function runTests(isBuilt, env) {
  const wanted = kinds.filter((kind) => kind !== "gates");
  const projects = wanted.filter((kind) => isBuilt || !NEED_BUILD.includes(kind));
  if (projects.length < wanted.length) add({ passed: 0, failed: 1 });
  if (projects.length > 0)
    add(await timed(`Tests (${projects.join(", ")})`, () => runJest({ projects, env, isStrict })));
}

/**
 * Provides what the tests need besides the dependencies. Resolves with their environment, without settings that a developer
 * has made for their own deployment.
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
async function testEnvironment() {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(SKUCAST_.*|DATABASE_URL|PORT|NODE_OPTIONS)$/.test(name),
  );
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...Object.fromEntries(kept), NODE_ENV: "test" };
  if (!["int", "e2e", "soak"].some((kind) => kinds.includes(kind))) return env;
  await providePartnerServers();
  if (kinds.includes("soak")) await provideImageTools();
  if (kinds.includes("e2e") || kinds.includes("soak")) env.SKUCAST_TEST_BROWSER = await provideChromium();
  const progress = showProgress("RabbitMQ", out);
  try {
    const { amqpUrl, note, stop } = await provideRabbitmq();
    stopServers = stop;
    progress.end(true, note);
    env.AMQP_URL = amqpUrl;
  } catch (error) {
    progress.end(false);
    throw error;
  }
  if (kinds.includes("int")) {
    await installed; // it would delete what is in node_modules before it
    await provideChartTools({ out });
  }
  return env;
}

/** @typedef {{ passed: number, failed: number }} Counts */

/**
 * @param {string} name
 * @param {() => Promise<Counts>} work
 */
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

function add(/** @type {Counts} */ { passed, failed }) {
  totals.passed += passed;
  totals.failed += failed;
}

function asError(/** @type {unknown} */ error) {
  return error instanceof Error ? error : new Error(String(error));
}

/** The kinds of tests to run, and whether a file that fails gets no second run. */
function chosen() {
  const parsed = parseOptions();
  if (parsed === undefined || (parsed.only !== undefined && !KINDS.includes(parsed.only))) {
    console.error(`Usage: npm test [-- [--only ${KINDS.join("|")}] [--strict]]`);
    process.exit(2);
  }
  const { only, strict } = parsed;
  return { kinds: only === undefined ? DEFAULT_KINDS : [only], isStrict: strict };
}

function parseOptions() {
  try {
    return parseArgs({ options: { only: { type: "string" }, strict: { type: "boolean", default: false } } }).values;
  } catch {
    return undefined;
  }
}
