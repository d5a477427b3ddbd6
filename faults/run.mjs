// Runs fault tests and reports their results. Usage: npm run faults -- NAME … | FAMILY | all [--small]
import { CASES, FAMILIES } from "./cases.mjs";
import { createChecks } from "./expect.mjs";
import { writeReport } from "./report.mjs";
import { openTestbed } from "./testbed.mjs";

/** Part of the sizes and times of some tests with --small, which shows that the tests work. Its figures are not kept. */
const SMALL = 0.1;
const requested = process.argv.slice(2).map((name) => name.toUpperCase().replace(/OUR$/, "OR"));
const isSmall = requested.includes("--SMALL");
const names = requested
  .filter((name) => name !== "--SMALL")
  .flatMap((name) => (name === "ALL" ? Object.keys(CASES) : (FAMILIES[name] ?? [name])));
const unknown = names.filter((name) => !(name in CASES));
if (names.length === 0 || unknown.length > 0) {
  console.error(
    `Usage: npm run faults -- all | ${[...Object.keys(FAMILIES), ...Object.keys(CASES)].join(" | ")} [--small]`,
  );
  process.exit(2);
}

let failedCount = 0;
for (const name of names) {
  const result = await runCase(name, CASES[name]);
  failedCount += result.conditions.filter(({ isMet }) => !isMet).length;
  if (!isSmall) writeReport(result);
}
console.log(`\n${isSmall ? "" : "Written to docs/reference/faults.md; "}${failedCount} conditions are not met.`);
process.exitCode = failedCount > 0 ? 1 : 0;

async function runCase(name, { title, run, needsTestbed = true }) {
  console.log(`\n${name} ${title}`);
  const startedAtMs = performance.now();
  const checks = createChecks();
  const scale = isSmall ? SMALL : 1;
  const testbed = needsTestbed ? await openTestbed({ scale }) : undefined;
  try {
    await run(testbed, checks, { scale });
  } catch (error) {
    checks.check(`finished (${/** @type {Error} */ (error).message})`, false);
    console.error(error);
  } finally {
    await testbed?.close();
  }
  return { name, title, conditions: checks.conditions, seconds: (performance.now() - startedAtMs) / 1_000 };
}
