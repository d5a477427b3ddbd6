// Runs fault tests and reports their results. Usage: npm run faults -- NAME … | FAMILY … | all [--small], or --list
import { CASES, FAMILIES } from "./cases.mjs";
import { createChecks } from "./expect.mjs";
import { listOfNames, namesOf } from "./names.mjs";
import { writeReport } from "./report.mjs";
import { openTestbed } from "./testbed.mjs";

/** Part of the sizes and times of some tests with --small, which shows that the tests work. Its figures are not kept. */
const SMALL = 0.1;
const requested = process.argv.slice(2);
if (requested.includes("--list")) {
  console.log(listOfNames(CASES, FAMILIES));
  process.exit();
}
const isSmall = requested.includes("--small");
const { names, unknown } = namesOf(
  requested.filter((option) => option !== "--small"),
  CASES,
  FAMILIES,
);
if (names.length === 0 || unknown.length > 0) {
  if (unknown.length > 0) console.error(`No fault test or family is named ${unknown.join(", ")}.\n`);
  console.error(`Usage: npm run faults -- NAME … | FAMILY … | all [--small]\n\n${listOfNames(CASES, FAMILIES)}`);
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
