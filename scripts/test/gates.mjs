import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { delimiter, join } from "node:path";
import { NODE, ROOT } from "../prepare.mjs";
import { run } from "../run-step.mjs";

const TIMEOUT_MS = 300_000;
const BIN = join(ROOT, "node_modules/.bin");

/** Everything that is checked without running Skucast. Each gate is one program that exits with 0 on success. */
const GATES = [
  { name: "Lint and format", command: join(BIN, "biome"), args: ["ci", "--colors=off", "."] },
  { name: "Types of the tests", command: join(BIN, "tsc"), args: ["--project", "tsconfig.tests.json"] },
  { name: "Types of the scripts", command: join(BIN, "tsc"), args: ["--project", "tsconfig.scripts.json"] },
  { name: "Types of bench and faults", command: join(BIN, "tsc"), args: ["--project", "tsconfig.harness.json"] },
  {
    name: "Boundaries",
    command: join(BIN, "depcruise"),
    args: ["--config", ".dependency-cruiser.cjs", "apps", "packages"],
  },
  { name: "Dead code", command: join(BIN, "knip"), args: [] },
  { name: "Workflows", command: NODE, args: ["scripts/check-workflows.mjs"] },
  { name: "Language", command: NODE, args: ["scripts/check-language.mjs"] },
  { name: "Plain syntax", command: NODE, args: ["scripts/check-plain-syntax.mjs"] },
  { name: "File sizes and names", command: NODE, args: ["scripts/check-size.mjs"] },
  { name: "Places of SQL", command: NODE, args: ["scripts/check-sql.mjs"] },
  {
    name: "Generated documents",
    command: NODE,
    args: ["scripts/generate-docs.mjs", "--check"],
    needs: "scripts/generate-docs.mjs",
  },
  { name: "Documentation site and its links", command: NODE, args: ["scripts/docs-site.mjs"] },
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

/**
 * Runs every gate, one on each core at a time, even after one has failed, and counts the results. The output of a failed
 * gate is shown completely.
 */
export async function runGates() {
  const env = { ...process.env, PATH: `${BIN}${delimiter}${process.env.PATH}`, NO_COLOR: "1" };
  const gates = GATES.filter(({ needs }) => needs === undefined || existsSync(join(ROOT, needs)));
  const waiting = [...gates];
  let failed = 0;
  const work = async () => {
    for (let gate = waiting.shift(); gate; gate = waiting.shift()) {
      const { name, command, args, env: own } = gate;
      const startedAt = performance.now();
      const { reason, output } = await run({
        command,
        args,
        cwd: ROOT,
        env: { ...env, ...own },
        timeoutMs: TIMEOUT_MS,
      });
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      console.log(
        `${reason === undefined ? "✓" : "✗"} ${name} ${seconds} s${reason === undefined ? "" : ` ${reason}`}`,
      );
      if (reason === undefined) continue;
      failed++;
      console.log(output.trimEnd());
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return { passed: gates.length - failed, failed };
}
