import { availableParallelism } from "node:os";
import { delimiter, join } from "node:path";
import { NODE, ROOT } from "../prepare.mjs";
import { run } from "../run-step.mjs";

/** Far longer than needed on an idle machine: it only ends a gate that hangs. */
const TIMEOUT_MS = 1_800_000;
const BIN = join(ROOT, "node_modules/.bin");

/**
 * @typedef {object} Gate One program that exits with 0 on success.
 * @property {string} name
 * @property {string} command
 * @property {string[]} args
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [afterBuild] Whether it reads what the build writes.
 */

/**
 * Everything that is checked without running Skucast, the longest first.
 * @type {readonly Gate[]}
 */
const GATES = [
  { name: "Language", command: NODE, args: ["scripts/check-language.mjs"] },
  { name: "Types of the tests", command: join(BIN, "tsc"), args: ["--project", "tsconfig.tests.json"] },
  { name: "Lint and format", command: join(BIN, "biome"), args: ["ci", "--colors=off", "."] },
  { name: "Types of the scripts", command: join(BIN, "tsc"), args: ["--project", "tsconfig.scripts.json"] },
  { name: "Types of bench and faults", command: join(BIN, "tsc"), args: ["--project", "tsconfig.harness.json"] },
  {
    name: "Boundaries",
    command: join(BIN, "depcruise"),
    args: ["--config", ".dependency-cruiser.cjs", "apps", "packages"],
  },
  { name: "Dead code", command: join(BIN, "knip"), args: [] },
  { name: "Workflows", command: NODE, args: ["scripts/check-workflows.mjs"] },
  { name: "Texts of the dashboard", command: NODE, args: ["scripts/check-texts.mjs"] },
  { name: "Evidence of security", command: NODE, args: ["scripts/check-evidence.mjs"] },
  { name: "Plain syntax", command: NODE, args: ["scripts/check-plain-syntax.mjs"] },
  { name: "File sizes and names", command: NODE, args: ["scripts/check-size.mjs"] },
  { name: "Places of SQL", command: NODE, args: ["scripts/check-sql.mjs"] },
  { name: "Home and tenant tables", command: NODE, args: ["scripts/check-boundary.mjs"] },
  {
    name: "Generated documents",
    command: NODE,
    args: ["scripts/generate-docs.mjs", "--check"],
    afterBuild: true,
  },
  { name: "Links of the documentation", command: NODE, args: ["scripts/docs-site.mjs", "--check-links"] },
  {
    name: "OpenAPI, by Redocly",
    command: join(BIN, "redocly"),
    args: ["lint", "--max-problems=20", "docs/reference/openapi.json"],
    env: { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  },
  {
    name: "OpenAPI, by Spectral",
    command: join(BIN, "spectral"),
    args: ["lint", "--fail-severity=warn", "--quiet", "docs/reference/openapi.json"],
  },
];

/** It takes as much CPU time as the longest gate, and no test uses its output: it is part of the soak tests. */
const DOCUMENTATION_SITE = { name: "Documentation site", command: NODE, args: ["scripts/docs-site.mjs"] };

/**
 * Runs every gate, one on each core at a time, even after one has failed, and counts the results. The output of a failed
 * gate is shown completely. One core is left to the build until `built` resolves, which must not reject.
 * @param {{ built: Promise<unknown> }} options
 */
export async function runGates({ built }) {
  const waiting = GATES.filter(({ afterBuild }) => !afterBuild);
  const counts = { passed: 0, failed: 0 };
  const work = async () => {
    for (let gate = waiting.shift(); gate; gate = waiting.shift()) counts[await runGate(gate)]++;
  };
  const workAfterBuild = async () => {
    await built;
    waiting.unshift(...GATES.filter(({ afterBuild }) => afterBuild));
    await work();
  };
  await Promise.all([workAfterBuild(), ...Array.from({ length: availableParallelism() - 1 }, work)]);
  return counts;
}

/** Checks that the documentation site builds. */
export async function runSiteGate() {
  const outcome = await runGate(DOCUMENTATION_SITE);
  return { passed: outcome === "passed" ? 1 : 0, failed: outcome === "failed" ? 1 : 0 };
}

/**
 * @param {Gate} gate
 * @returns {Promise<"passed" | "failed">}
 */
async function runGate({ name, command, args, env }) {
  const startedAt = performance.now();
  const { reason, output } = await run({
    command,
    args,
    cwd: ROOT,
    env: { ...process.env, PATH: `${BIN}${delimiter}${process.env.PATH}`, NO_COLOR: "1", ...env },
    timeoutMs: TIMEOUT_MS,
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${reason === undefined ? "✓" : "✗"} ${name} ${seconds} s${reason === undefined ? "" : ` ${reason}`}`);
  if (reason === undefined) return "passed";
  console.log(output.trimEnd());
  return "failed";
}
